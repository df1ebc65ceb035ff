#pragma once

#include "agent/personality.h"

#include <string>

namespace vow::agent {

/// The folder that holds inputs, state and modules: the one chosen on the command line or in the
/// environment (CFENGINE_TEST_OVERRIDE_WORKDIR), else /var/lib/vow for root and ~/.local/state/vow
/// for others. Under the reference's names it is the one of Debian's package of the reference,
/// where policies expect it: /var/lib/cfengine3 and ~/.cfagent. The home is the account's: the
/// environment decides only for users without an account.
std::string work_directory_of(const std::string& chosen, Personality personality);

} // namespace vow::agent
