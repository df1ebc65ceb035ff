#pragma once

#include "protocol/system/trust.h"

namespace vow::agent {

/// restrict_search_path() for a command without a log: prints the warnings to standard error.
void restrict_path_aloud(const Trust& trust);

} // namespace vow::agent
