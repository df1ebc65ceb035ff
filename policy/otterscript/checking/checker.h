#pragma once

#include "policy/otterscript/checking/operation_catalogue.h"
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

} // namespace vow::otterscript
