#pragma once

#include "protocol/promise/documents.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace vow {

/// A package as lists of packages have it.
struct Package {
    std::string name;
    std::string version;
    std::string architecture;

    friend bool operator==(const Package&, const Package&) = default;
    friend bool operator<(const Package& left, const Package& right) {
        return std::tie(left.name, left.architecture, left.version) <
               std::tie(right.name, right.architecture, right.version);
    }
};

using PackageList = std::vector<Package>;

/// A list of packages that outlives the run: `packages` promises store it, functions of the policy
/// read it.
struct StoredPackageList {
    enum class Kind { installed_by_module, updates_by_module, installed_by_method };
    using Time = std::chrono::sys_seconds;

    std::string method; ///< the package module, or the program that listed the packages
    Time listed = {};
    PackageList packages = {};

    static Time now();
    std::chrono::minutes age() const;
};

/// nullopt if no list is stored under the key.
std::optional<StoredPackageList>
stored_packages(Documents& documents, StoredPackageList::Kind kind, std::string_view key);
std::vector<StoredPackageList>
all_stored_packages(Documents& documents, StoredPackageList::Kind kind);

void store_packages(
    Documents& documents,
    StoredPackageList::Kind kind,
    const std::string& key,
    const StoredPackageList& list
);

/// Makes all lists of a kind as old as can be, after a change of the packages.
void expire_packages(Documents& documents, StoredPackageList::Kind kind);

/// The file in which dpkg keeps the state of packages.
constexpr const char* dpkg_database = "/var/lib/dpkg/status";

/// The packages that are installed according to the text of dpkg's database, sorted by name.
PackageList packages_in_dpkg(std::string_view database);

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
