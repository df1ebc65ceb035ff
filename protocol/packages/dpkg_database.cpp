#include "protocol/packages/package_list.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow {
namespace {

/// The value of a field; nullopt if the line is of another one.
std::optional<std::string_view> field_in(std::string_view line, std::string_view name) {
    if (!line.starts_with(name)) return {};
    line.remove_prefix(name.size());
    return line.starts_with(": ") ? std::optional(line.substr(2)) : std::nullopt;
}

} // namespace

PackageList packages_in_dpkg(std::string_view database) {
    PackageList found;
    Package package;
    bool is_installed = false;
    const auto end_entry = [&] {
        if (is_installed && !package.name.empty()) found.push_back(package);
        package = {};
        is_installed = false;
    };
    for (const std::string_view line : lines_of(database)) {
        if (line.empty()) end_entry();
        if (const auto name = field_in(line, "Package")) package.name = *name;
        if (const auto version = field_in(line, "Version")) package.version = *version;
        if (const auto machine = field_in(line, "Architecture")) package.architecture = *machine;
        if (const auto status = field_in(line, "Status"))
            is_installed = status->ends_with(" installed");
    }
    end_entry();
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace vow
