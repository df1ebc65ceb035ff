#include "agent/machine/network.h"
#include "agent/reporting/delivery.h"
#include "protocol/system/replacement.h"

#include <cerrno>
#include <cstring>
#include <vector>

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::agent {
namespace {

constexpr long not_such_a_type = 415;
constexpr long too_long = 413;
constexpr long not_to_be_processed = 422;

std::string body_of(std::span<const SpooledReport> reports) {
    std::string lines;
    for (const SpooledReport& report : reports)
        lines.append(report.document).append("\n");
    return lines;
}

/// The folder of a host in a folder of reports, which must exist: a file system that is not
/// mounted must not be filled below.
SystemResult<OpenFolder> folder_of_host(const OpenFolder& folder, const std::string& host) {
    const Place place(folder, host);
    const int error = place.make_folder(0700);
    if (error != 0 && error != EEXIST) return SystemResult<OpenFolder>::failed(error);
    return place.open_folder();
}

int put_in_folder(const OpenFolder& folder, const SpooledReport& report) {
    const std::size_t slash = report.id.find('/');
    const auto of_host = folder_of_host(folder, report.id.substr(0, slash));
    if (!of_host) return of_host.error();
    const Place place(*of_host, report.id.substr(slash + 1) + ".json");
    return replace_file(place, report.document + "\n", 0600, Replacement::Durability::name);
}

Receipt put_in_folder(
    const ReportDestination& destination,
    std::span<const SpooledReport> reports,
    std::chrono::steady_clock::time_point deadline
) {
    Receipt receipt;
    const auto named = Place::at(destination.address);
    const auto place = named ? named->resolved() : named;
    const auto folder =
        place ? place->open_folder() : SystemResult<OpenFolder>::failed(place.error());
    if (!folder) {
        receipt.problem = std::strerror(folder.error());
        return receipt;
    }
    for (const SpooledReport& report : reports) {
        if (const int error = put_in_folder(*folder, report)) {
            receipt.problem = std::strerror(error);
            return receipt;
        }
        ++receipt.stored;
        if (std::chrono::steady_clock::now() >= deadline) break; // a disk can take long
    }
    return receipt;
}

/// A write that the power cut ended leaves a part of a line, which must not become the begin of
/// the next.
bool ends_in_line(const Place& place, off_t size) {
    if (size == 0) return true;
    const auto file = place.open_file(Place::Access::read);
    char last = '\n';
    if (!file || ::pread(file->number(), &last, 1, size - 1) != 1) return true;
    return last == '\n';
}

/// Returns 0, or the errno of the failed call, after which the file is as long as before.
int append_to(const Place& place, const std::string& lines) {
    constexpr mode_t owner_alone = 0600;
    const auto file = place.open_output(Place::Writing::appended, owner_alone);
    if (!file) return file.error();
    if (::flock(file->number(), LOCK_EX) != 0) return errno; // another run may append as well
    struct stat status = {};
    if (::fstat(file->number(), &status) != 0) return errno;
    const bool is_regular = S_ISREG(status.st_mode);
    const bool needs_end = is_regular && !ends_in_line(place, status.st_size);
    const bool is_written = write_all(*file, needs_end ? "\n" + lines : lines);
    if (!is_regular) return is_written ? 0 : errno;
    if (is_written && ::fdatasync(file->number()) == 0) return 0;
    const int error = errno;
    return ::ftruncate(file->number(), status.st_size) == 0 ? error : errno;
}

Receipt append_to(const ReportDestination& destination, std::span<const SpooledReport> reports) {
    const auto named = Place::at(destination.address);
    const auto place = named ? named->resolved() : named;
    const int error = place ? append_to(*place, body_of(reports)) : place.error();
    if (error != 0) return {.problem = std::strerror(error)};
    return {.stored = reports.size()};
}

Receipt post_to(
    const ReportDestination& destination,
    std::span<const SpooledReport> reports,
    const std::string& certificates,
    std::chrono::steady_clock::time_point deadline
) {
    const std::string lines = body_of(reports);
    WebPost post{
        .url = destination.address,
        .headers = {"Content-Type: application/x-ndjson"},
        .certificates = certificates};
    PostResult result{.status = not_such_a_type};
    if (auto packed = zstd_compressed(lines)) {
        post.body = *std::move(packed);
        post.headers.emplace_back("Content-Encoding: zstd");
        result = send_post(post, deadline);
        post.headers.pop_back();
    }
    if (result.status == not_such_a_type) {
        post.body = lines;
        result = send_post(post, deadline);
    }
    if (result.problem.empty()) return {.stored = reports.size()};
    return {
        .is_too_much = result.status == too_long || result.status == not_to_be_processed,
        .problem = result.problem};
}

} // namespace

Receipt deliver(
    const ReportDestination& destination,
    std::span<const SpooledReport> reports,
    const std::string& certificates,
    std::chrono::steady_clock::time_point deadline
) {
    switch (destination.kind) {
    case ReportDestination::Kind::folder: return put_in_folder(destination, reports, deadline);
    case ReportDestination::Kind::file: return append_to(destination, reports);
    case ReportDestination::Kind::web: return post_to(destination, reports, certificates, deadline);
    case ReportDestination::Kind::bus: break;
    }
    return {};
}

} // namespace vow::agent
