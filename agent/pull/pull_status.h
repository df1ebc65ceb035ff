#pragma once

#include "agent/pull/journal.h"
#include "agent/pull/settings.h"
#include "agent/report/output.h"

namespace vow::agent {

/// Shows what a host knows of its releases (`vow pull --status`), as text or as one JSON document.
/// Returns the exit status: 0 if the last pull was good, 1 if not, 7 if there was none.
int show_pull_status(
    const PullState& state, const PullSettings& settings, Output& output, bool is_json
);

} // namespace vow::agent
