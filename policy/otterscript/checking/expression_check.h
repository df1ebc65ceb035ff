#pragma once

#include "policy/otterscript/syntax/expression.h"
#include "policy/source/diagnostic.h"

namespace vow::otterscript {

inline constexpr DiagnosticKind missing_argument{
    "missing-argument", "'{}' needs the argument '{}'"};

/// Finds the functions in expressions and conditions.
class ExpressionCheck {
public:
    explicit ExpressionCheck(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void check(Expression& expression);
    void check(Condition& condition);

private:
    void check(TextExpression& text);
    void check(VectorExpression& vector);
    void check(MapExpression& map);
    void check(Reference& reference);
    void check(Call& call);

    Diagnostics& diagnostics_;
};

} // namespace vow::otterscript
