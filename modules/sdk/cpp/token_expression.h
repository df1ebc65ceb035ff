#pragma once

#include <functional>
#include <string_view>

namespace vow::modules {

/// True if an expression of words holds: `.` or `&` is and, `|` is or, `!` is not, parentheses
/// group: "leaf_name.(size|mtime)". `is_true` is called for each word. A malformed expression does
/// not hold.
bool token_expression_holds(
    std::string_view expression, const std::function<bool(std::string_view)>& is_true
);

} // namespace vow::modules
