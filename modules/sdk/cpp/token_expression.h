#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// True if an expression of words holds: `.` or `&` is and, `|` is or, `!` is not, parentheses
/// group: "leaf_name.(size|mtime)". `is_true` is called for each word. A malformed expression does
/// not hold.
bool token_expression_holds(
    std::string_view expression, const std::function<bool(std::string_view)>& is_true
);

/// The fault of an attribute of a body if its text is not such an expression: "Attribute
/// 'file_result' in 'file_select' must be ...". nullopt for an expression.
std::optional<std::string> fault_of_token_expression(
    std::string_view attribute, std::string_view body, std::string_view expression
);

} // namespace vow::modules
