#pragma once

#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/subject.h"

namespace vow::harness {

/// Runs a case that expects success with something else at each path where it promises a file: a
/// link, a folder, a binary file and so on, in a sandbox if one is available. The module must
/// repair that or answer not_kept. Throws what Stage throws.
void check_hostile_starts(
    const Subject& subject, const Case& each, Conversation::Milliseconds limit, Findings& findings
);

} // namespace vow::harness
