#pragma once

#include "policy/cfengine/loading/control_reader.h"
#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

#include <span>

namespace vow::cfengine {

/// `agentaccess` of body agent control: the users who may run the policy. Others may run it only if
/// all of its files belong to these users; each other file is an error.
void check_access(
    ControlReader& control, Host& host, std::span<const ast::File> files, Diagnostics& diagnostics
);

} // namespace vow::cfengine
