#pragma once

#include "protocol/system/trust.h"

#include <string>
#include <vector>

namespace vow {

/// A trust that covers these users, too: those whom the settings of a host name.
Trust trusting(const Trust& trust, const std::vector<uid_t>& users);

/// A trust as options of a module's program: --trust-user NUMBER, --trust-paths.
std::vector<std::string> trust_arguments(const Trust& trust);

/// The trust of the agent that has started this process as a module, from its options. Without any
/// it is that of the process. Options that it does not know are ignored.
Trust trust_of_agent(const std::vector<std::string>& arguments);

} // namespace vow
