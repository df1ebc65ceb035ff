#pragma once

#include <optional>
#include <string_view>

namespace vow::cfengine {

/// The value of an expression in the syntax of eval(): numbers with k m g t p; + - and comparisons,
/// which give 1 or 0; * / % ^ **, which bind more tightly; both levels from left to right;
/// brackets, functions like sqrt() and constants like pi. Text after a complete expression is
/// ignored; blank text is 0. nullopt if it is not an expression.
std::optional<double> evaluate_arithmetic(std::string_view text);

} // namespace vow::cfengine
