#pragma once

#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/cases/file_watch.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/subject.h"

namespace vow::harness {

/// Reports whether files got their content at once; nothing if none got any.
void check_writes(const Case& ready, const FileWrites& writes, Findings& findings);

/// Runs a case in a sandbox, if one is available, kills the module just before it gives a complete
/// file its name, and reports whether the file is whole and a new process repairs it. Throws what
/// Stage throws.
void check_killed_run(
    const Subject& subject, const Case& each, Conversation::Milliseconds limit, Findings& findings
);

} // namespace vow::harness
