#pragma once

#include "protocol/harness/dialogue.h"
#include "protocol/harness/report.h"

#include <string>
#include <vector>

namespace vow::harness {

/// The request and the lines of its answer, for a report. A long request is cut in the middle;
/// secrets are hidden before.
std::vector<std::string> excerpt(const Answer& answer);

/// The same after the reason why there was no whole answer.
std::vector<std::string> cause_and_excerpt(const Answer& answer);

/// Passes if there was an answer; otherwise a violation whose text begins with `what`.
Finding answered(const Answer& answer, const std::string& what);

} // namespace vow::harness
