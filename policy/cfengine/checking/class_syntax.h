#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace vow::cfengine {

/// A syntax error in a class expression.
struct ClassSyntaxError {
    std::size_t offset; ///< of the unexpected byte
    /// A complete expression precedes the offset. The reference accepts such a policy, but the
    /// expression never holds.
    bool after_expression;
};

/// Returns nullopt if the expression is well formed. Operators are ! . & && | || and brackets;
/// names may hold references.
std::optional<ClassSyntaxError> class_syntax_error(std::string_view expression);

} // namespace vow::cfengine
