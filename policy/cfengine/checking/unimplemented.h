#pragma once

#include "policy/cfengine/checking/check.h"

namespace vow::cfengine {

/// What this agent can do. What it cannot is one table in the source: a line is taken out when the
/// thing is implemented. Bundles and control bodies of other programs (server, monitor, ...) are
/// not the agent's to implement.
Implemented implemented_by_agent();

/// All words of the table, as "type" and "type.attribute", for the test that they exist.
std::vector<std::string> unimplemented_names();

} // namespace vow::cfengine
