#pragma once

#include "protocol/harness/dialogue.h"
#include "protocol/harness/report.h"

#include <string>
#include <vector>

namespace vow::harness {

/// The request and the lines of its answer, for a report. A long request is cut in the middle.
std::vector<std::string> excerpt(const Answer& answer);

/// Why a module does not answer any more: how it exited, or how long it has been silent, and the
/// last lines of its standard error output.
std::vector<std::string> cause_of_silence(Dialogue& dialogue);

/// Passes if there was an answer; otherwise a violation whose text begins with `what`.
Finding answered(const Answer& answer, const std::string& what);

} // namespace vow::harness
