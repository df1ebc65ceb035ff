#pragma once

#include "protocol/packages/package_list.h"

namespace vow {

/// The file in which dpkg keeps the state of packages.
constexpr const char* dpkg_database = "/var/lib/dpkg/status";

/// The packages that are installed according to the text of dpkg's database, sorted by name.
PackageList packages_in_dpkg(std::string_view database);

} // namespace vow
