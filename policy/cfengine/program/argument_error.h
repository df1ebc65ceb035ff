#pragma once

#include "policy/cfengine/program/function.h"
#include "policy/cfengine/syntax/ast.h"

#include <string>

namespace vow::cfengine {

/// Why a call cannot be made with its literal arguments, in the reference's words; empty if it can.
/// The reference finds the error when the call is made, so a check that follows the reference
/// leaves it to the run. The function itself checks arguments that are known only then.
std::string argument_error(const Function& function, const ast::Call& call);

} // namespace vow::cfengine
