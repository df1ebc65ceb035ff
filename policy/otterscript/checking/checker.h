#pragma once

#include "policy/otterscript/checking/operation_catalogue.h"
#include "policy/otterscript/syntax/expression.h"
#include "policy/otterscript/syntax/tree.h"
#include "policy/run/world.h"
#include "policy/source/diagnostic.h"

#include <functional>
#include <string>

namespace vow::otterscript {

/// True if a raft has a module of its own file: of the raft's name, which may be empty, and its
/// name.
using HasModule = std::function<bool(const std::string& raft, const std::string& name)>;

/// Finds the operations and functions that a script names, and checks their arguments. With `lint`,
/// warns of statements that can never run.
void check_script(
    Script& script,
    OperationCatalogue& operations,
    const HasModule& has_module,
    Lint lint,
    Diagnostics& diagnostics
);
/// The same for one expression.
void check_expression(Expression& expression, Diagnostics& diagnostics);

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
