#pragma once

#include <optional>
#include <string_view>

namespace vow::modules {

/// Orders two versions: <0 if `left` is older, 0 if they are equal, >0 if it is newer. Versions are
/// split at each character that is neither a letter nor a digit, and their parts are compared as
/// texts: 1.10 is older than 1.2. nullopt if their separators differ.
std::optional<int> compare_package_versions(std::string_view left, std::string_view right);

} // namespace vow::modules
