#include "modules/http/provenance.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/data/data.h"
#include "protocol/text/digest.h"

#include <array>

#include <sys/stat.h>
#include <sys/xattr.h>

namespace vow::modules {
namespace {

constexpr const char* attribute = "user.vow.http";

/// Changes with the content of a file.
std::string state_of(const struct stat& status) {
    return text(
        {std::to_string(status.st_size),
         " bytes, ",
         std::to_string(status.st_mtim.tv_sec),
         ".",
         std::to_string(status.st_mtim.tv_nsec)}
    );
}

std::string text_in(const Data& data, std::string_view name) {
    const Data* found = data.find(name);
    return found == nullptr ? std::string() : std::string(found->text());
}

} // namespace

std::string Provenance::source_of(const std::string& url, const RequestHeaders& headers) {
    std::string all = url;
    for (const RequestHeader& header : headers) {
        if (!is_secret_name(header.name)) all += "\n" + header.name + ": " + header.value;
    }
    return sha256_of(all);
}

void remember(int file, const Provenance& provenance) {
    struct stat status = {};
    if (provenance.etag.empty() || ::fstat(file, &status) != 0) return;
    const std::string value = json_text(Data::object({
        {"source", Data::string(provenance.source)},
        {"etag", Data::string(provenance.etag)},
        {"state", Data::string(state_of(status))},
    }));
    static_cast<void>(::fsetxattr(file, attribute, value.data(), value.size(), 0));
}

Provenance recall(const FileDescriptor& file) {
    std::array<char, 4096> value; // NOLINT(cppcoreguidelines-pro-type-member-init)
    struct stat status = {};
    const ssize_t size = ::fgetxattr(file.number(), attribute, value.data(), value.size());
    if (size <= 0 || ::fstat(file.number(), &status) != 0) return {};
    const auto read = parse_json({value.data(), static_cast<std::size_t>(size)});
    const auto* data = std::get_if<Data>(&read);
    if (data == nullptr || text_in(*data, "state") != state_of(status)) return {};
    return {text_in(*data, "source"), text_in(*data, "etag")};
}

} // namespace vow::modules
