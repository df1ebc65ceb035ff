#pragma once

#include "agent/options.h"

namespace vow::agent {

/// `vow facts [NAME]`: what is known of this host. The number is the exit status.
int list_facts(const Options& options);

/// `vow functions [NAME]`: what the policy language can call. The number is the exit status.
int list_functions(const Options& options);

} // namespace vow::agent
