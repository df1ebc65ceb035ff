#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace vow::cfengine {

/// What is wrong with a class expression.
struct ClassSyntaxError {
    std::size_t offset; ///< of the byte where something else was expected
    /// A whole expression stands before it. The reference reads such a policy; the expression holds
    /// never.
    bool after_expression;
};

/// None: it is well formed. Operators are ! . & && | || and brackets; names may hold references.
std::optional<ClassSyntaxError> class_syntax_error(std::string_view expression);

} // namespace vow::cfengine
