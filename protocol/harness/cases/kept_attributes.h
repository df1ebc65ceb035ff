#pragma once

#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/subject.h"

namespace vow::harness {

/// Whether a case replaces the content of a file that is there before.
bool replaces_content(const Case& each);

/// Runs such a case with other modes, owners, access lists and a link at its file, and reports
/// those that get lost though the promise is not about them: it counts as kept with them. Throws
/// what Stage throws.
void check_kept_attributes(
    const Subject& subject, const Case& each, Conversation::Milliseconds limit, Findings& findings
);

} // namespace vow::harness
