#pragma once

#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/subject.h"

#include <string>

namespace vow::harness {

/// Runs a case under warn, in a sandbox if one is available, and checks that it reports the changes
/// of the real run, whose result was `real_result`, and makes none. Throws what Stage throws.
void run_under_warn(
    const Subject& subject,
    const Case& each,
    const std::string& real_result,
    Conversation::Milliseconds limit,
    Findings& findings
);

} // namespace vow::harness
