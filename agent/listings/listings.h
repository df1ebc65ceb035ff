#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow facts [NAME]`: lists the facts of this host. Returns the exit status.
int list_facts(const Options& options);

/// `vow functions [NAME]`: lists the functions of the policy language. Returns the exit status.
int list_functions(const Options& options);

} // namespace vow::agent
