#pragma once

#include "protocol/harness/cases/company.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/subject.h"

namespace vow::harness {

/// Runs a case under warn, in a sandbox if one is available, and checks that it reports the changes
/// of the real run, none of its repair, and makes none. Throws what Stage throws.
void run_under_warn(
    const Subject& subject,
    const LoneCase& real,
    Conversation::Milliseconds limit,
    Findings& findings
);

} // namespace vow::harness
