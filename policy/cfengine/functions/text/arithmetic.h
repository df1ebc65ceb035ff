#pragma once

#include <optional>
#include <string_view>

namespace vow::cfengine {

/// The value of an expression as eval() reads it: numbers with k m g t p, + - and the comparisons
/// (which answer 1 or 0) on one level, * / % ^ ** on a tighter one, both from the left, brackets,
/// functions like sqrt() and constants like pi. What follows a complete expression is not looked
/// at; blank text is 0. None: no expression.
std::optional<double> evaluate_arithmetic(std::string_view text);

} // namespace vow::cfengine
