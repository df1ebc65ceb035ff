#pragma once

#include "policy/cfengine/program/function.h"
#include "policy/cfengine/syntax/ast.h"

#include <string>

namespace vow::cfengine {

/// Why a call cannot be made with the literals it was written with, in the reference's words; empty
/// when it can. The reference finds it when the call is made, so the check at load leaves it to the
/// run when it follows the reference. Arguments that are made at run time are the function's to
/// judge.
std::string argument_error(const Function& function, const ast::Call& call);

} // namespace vow::cfengine
