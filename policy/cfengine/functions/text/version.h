#pragma once

#include <compare>
#include <optional>
#include <string_view>

namespace vow::cfengine {

/// Compares two versions by up to three numbers. Numbers that one of them lacks and text after the
/// numbers are ignored: 3.2 equals 3.2.1, 3.2.1-1 equals 3.2.1. nullopt if one does not begin with
/// a number.
std::optional<std::strong_ordering> compare_versions(std::string_view left, std::string_view right);

} // namespace vow::cfengine
