#pragma once

#include "protocol/packages/package_list.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow {

/// The lines NAME=VALUE of a request to a package module, or of its reply.
using PackageLines = std::vector<std::pair<std::string, std::string>>;

/// The lines of a reply; one without an equals sign has an empty value. Empty lines are left out.
PackageLines package_lines_in(std::string_view reply);

/// Whether a line of a reply is an error of the module.
bool is_package_error(const std::string& name);

/// The packages that a reply lists.
struct PackageListing {
    PackageList packages = {};
    PackageLines others = {}; ///< lines that belong to no package
};

/// Each package is `Name`, then `Version` and `Architecture`; incomplete ones are left out.
PackageListing packages_in(const PackageLines& reply);

} // namespace vow
