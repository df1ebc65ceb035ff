#pragma once

#include "policy/cfengine/program/function.h"
#include "protocol/text/regex.h"

#include <cstddef>
#include <optional>
#include <string>
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

/// Why a text is not what its parameter takes, and the byte at which the fault is.
struct NotationFault {
    std::string message;
    std::size_t offset;
};

/// Checks a literal argument that is written in a notation of its own: a regular expression, JSON,
/// YAML, a format, a template or a class expression. Nullopt if it is well-formed, or if the kind
/// has no notation.
std::optional<NotationFault>
notation_fault(std::string_view text, ParameterKind kind, RegexCache& regexes);

/// "JSON", "a regular expression"; empty for kinds without a notation.
std::string_view notation_of(ParameterKind kind);

} // namespace vow::cfengine
