#pragma once

#include "protocol/harness/dialogue.h"
#include "protocol/harness/report.h"

#include <string>
#include <vector>

namespace vow::harness {

/// The lines around an answer, for a report: few, and cut to length.
std::vector<std::string> excerpt(const Answer& answer);

/// Passes if there was an answer; otherwise a violation whose text begins with `what`.
Finding answered(const Answer& answer, const std::string& what);

} // namespace vow::harness
