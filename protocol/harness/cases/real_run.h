#pragma once

#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/subject.h"

#include <string>

namespace vow::harness {

/// Runs a case for real in a sandbox, if one is available, and reports the changes of paths that it
/// does not name; a case that is only validated names none. `real_result` is that of its run
/// outside. Throws what Stage throws.
void check_changes(
    const Subject& subject,
    const Case& each,
    const std::string& real_result,
    Conversation::Milliseconds limit,
    Findings& findings
);

} // namespace vow::harness
