#include "protocol/packages/package_list.h"
#include "protocol/text/text.h"

namespace vow {

PackageLines package_lines_in(std::string_view reply) {
    PackageLines lines;
    for (const std::string_view line : filled_lines_of(reply)) {
        const auto equals = line.find('=');
        const bool has_value = equals != line.npos;
        lines.emplace_back(
            line.substr(0, equals), has_value ? line.substr(equals + 1) : std::string_view()
        );
    }
    return lines;
}

bool is_package_error(const std::string& name) {
    return name == "Error" || name == "ErrorMessage";
}

PackageListing packages_in(const PackageLines& reply) {
    PackageListing listing;
    Package package;
    for (const auto& [name, value] : reply) {
        if (name == "Name") {
            package = {value, {}, {}};
        } else if (name == "Version") {
            package.version = value;
        } else if (name == "Architecture") {
            package.architecture = value;
            if (!package.name.empty() && !package.version.empty())
                listing.packages.push_back(std::move(package));
            package = {};
        } else {
            listing.others.emplace_back(name, value);
        }
    }
    return listing;
}

} // namespace vow
