#pragma once

#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/subject.h"

#include <string>

namespace vow::harness {

/// Runs a case under warn, in a sandbox if there is one to be had, and checks that it says what the
/// real run said, `real_result`, and changes nothing. Throws what Stage throws.
void run_under_warn(
    const Subject& subject,
    const Case& each,
    const std::string& real_result,
    Conversation::Milliseconds limit,
    Findings& findings
);

} // namespace vow::harness
