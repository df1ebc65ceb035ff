#pragma once

#include "protocol/system/trust.h"

#include <string>

namespace vow::agent {

/// Only root has rights that others could gain, so the agents of other users trust everything. That
/// of root trusts root, the user who called sudo, and the owner of the policy that the command line
/// names.
Trust trust_of_agent(const std::string& policy);

} // namespace vow::agent
