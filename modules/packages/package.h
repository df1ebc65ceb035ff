#pragma once

#include <string>
#include <vector>

namespace vow::modules {

/// A package as lists of packages have it.
struct Package {
    std::string name;
    std::string version;
    std::string architecture;

    friend bool operator==(const Package&, const Package&) = default;
};

using PackageList = std::vector<Package>;

} // namespace vow::modules
