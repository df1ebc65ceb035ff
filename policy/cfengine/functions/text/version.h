#pragma once

#include <compare>
#include <optional>
#include <string_view>

namespace vow::cfengine {

/// Compares two versions by up to three numbers; what one of them leaves out does not count, nor
/// does what follows the numbers: 3.2 equals 3.2.1, 3.2.1-1 equals 3.2.1. None: one starts with no
/// number.
std::optional<std::strong_ordering> compare_versions(std::string_view left, std::string_view right);

} // namespace vow::cfengine
