#include "modules/storage/volume.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/system/place.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <sys/statfs.h>

namespace vow::modules {

namespace {

using Folder = SystemResult<OpenFolder>;

/// The folder at a path, links followed.
Folder folder_at(const std::string& path) {
    const auto named = Place::at(path);
    const auto place = named ? named->resolved() : named;
    return place ? place->open_folder() : Folder::failed(place.error());
}

bool is_foreign(const struct statfs& system) {
    constexpr std::array<unsigned long, 3> network = {0x6969, 0xFF534D42, 0xFE534D42}; // NFS, SMB
    return std::ranges::count(network, static_cast<unsigned long>(system.f_type)) > 0;
}

void check_content(const Volume& volume, const OpenFolder& folder, Record& record) {
    const std::string& path = record.promise().promiser;
    const auto names = names_in(folder);
    if (!names) {
        record.failed_with(
            names.error(), text({"Can't open '", path, "'. (", system_message(names.error()), ")"})
        );
        return;
    }
    std::int64_t bytes = 0;
    for (const std::string& name : *names) {
        if (const auto status = Place(folder, name).status()) bytes += status->st_size;
    }
    const auto entries = static_cast<std::int64_t>(names->size());
    if (bytes < volume.least_bytes) {
        const std::string size = std::to_string(bytes);
        record.failed(text({"File system '", path, "' is suspiciously small! (", size, " bytes)"}));
    } else if (entries < volume.least_entries) {
        const std::string count = std::to_string(entries);
        record.failed(text({"Filesystem '", path, "' has only ", count, " files/directories."}));
    } else {
        record.log(
            LogLevel::info,
            text({"Filesystem '", path, "' content seems to be sensible as promised"})
        );
        record.add(Verdict::kept);
    }
}

void check_free(const Volume& volume, const struct statfs& system, Record& record) {
    const std::string& path = record.promise().promiser;
    const auto block = static_cast<std::int64_t>(system.f_bsize);
    const std::int64_t free = static_cast<std::int64_t>(system.f_bavail) * block;
    const std::int64_t whole = static_cast<std::int64_t>(system.f_blocks) * block;
    constexpr std::int64_t kilobyte = 1024;
    if (volume.least_free && free < *volume.least_free) {
        const std::string least = std::to_string(*volume.least_free / kilobyte);
        record.failed(text(
            {"Disk space under ",
             least,
             " kB for volume containing '",
             path,
             "' (",
             std::to_string(free / kilobyte),
             " kB free)"}
        ));
    }
    const std::int64_t percent = whole > 0 ? free * 100 / whole : 100;
    if (volume.least_free_percent && percent < *volume.least_free_percent) {
        record.failed(text(
            {"Free disk space is under ",
             std::to_string(*volume.least_free_percent),
             "% for volume containing '",
             path,
             "', ",
             std::to_string(percent),
             "% free"}
        ));
    }
}

} // namespace

Volume Volume::from(const Settings& body) {
    Volume volume;
    volume.least_bytes = body.number("sensible_size").value_or(volume.least_bytes);
    volume.least_entries = body.number("sensible_count").value_or(volume.least_entries);
    volume.check_foreign = body.holds("check_foreign");
    const std::string free = body.text_or("freespace", "");
    if (free.ends_with('%'))
        volume.least_free_percent = integer_from(free.substr(0, free.size() - 1));
    else
        volume.least_free = integer_from(free);
    return volume;
}

void check(const Volume& volume, Record& record) {
    const std::string& path = record.promise().promiser;
    const auto folder = folder_at(path);
    struct statfs system = {};
    const bool is_known = folder && ::fstatfs((*folder)->number(), &system) == 0;
    if (!is_known) {
        const int error = folder ? errno : folder.error();
        const std::string why = text({"(stat: ", system_message(error), ")"});
        record.failed_with(
            error, text({"Couldn't stat '", path, "' while checking diskspace. ", why})
        );
        return;
    }
    if (!volume.check_foreign && is_foreign(system)) {
        const std::string words = "' is mounted from a foreign system, so skipping it";
        record.log(LogLevel::info, text({"Filesystem '", path, words}));
        record.add(Verdict::kept);
        return;
    }
    check_content(volume, *folder, record);
    check_free(volume, system, record);
}

} // namespace vow::modules
