#pragma once

#include "policy/otterscript/syntax/tree.h"
#include "policy/source/diagnostic.h"

#include <set>
#include <string>

namespace vow::otterscript {

/// Warns of variables that nothing declares: no statement, parameter, output or loop of the script,
/// nor `given`, the variables that the command line and the inventory set, with their signs and in
/// lower case. A script that calls modules of a raft is left alone, since those can make global
/// variables. Needs a script that was checked (checker.h).
void check_variables(
    const Script& script,
    const std::set<std::string, std::less<>>& given,
    const Names& names,
    Diagnostics& diagnostics
);

} // namespace vow::otterscript
