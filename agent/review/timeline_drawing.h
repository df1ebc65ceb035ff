#pragma once

#include "agent/history/run_record.h"

#include <string>
#include <vector>

namespace vow::agent {

/// The section of a report's page that shows when bundles, steps, resources, passes and processes
/// of modules ran: a drawing, and the same as a table. `spans` come by their begin. Texts in it are
/// data, never markup. Empty for a run of which nothing is known.
std::string
timeline_section(const std::vector<RecordedSpan>& spans, std::chrono::microseconds whole);

} // namespace vow::agent
