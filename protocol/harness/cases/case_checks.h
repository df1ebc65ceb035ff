#pragma once

#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/cases/company.h"
#include "protocol/harness/cases/file_watch.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/subject.h"

#include <string>

namespace vow::harness {

/// Reports whether files got their content at once; nothing if none got any.
void check_writes(const Case& ready, const FileWrites& writes, Findings& findings);

/// Runs a case in a sandbox, if one is available, kills the module just before it gives a complete
/// file its name, and reports whether the file is whole and a new process repairs it. Throws what
/// Stage throws.
void check_killed_run(
    const Subject& subject, const Case& each, Conversation::Milliseconds limit, Findings& findings
);

/// Compares the result, files, log and classes of a case with its expectations. Returns whether all
/// are met.
bool check_expectations(const Case& ready, const CaseResult& first, Findings& findings);

/// Runs a case that expects success with something else at each path where it promises a file: a
/// link, a folder, a binary file and so on, in a sandbox if one is available. The module must
/// repair that or answer not_kept. Throws what Stage throws.
void check_hostile_starts(
    const Subject& subject, const Case& each, Conversation::Milliseconds limit, Findings& findings
);

/// Whether a case replaces the content of a file that is there before.
bool replaces_content(const Case& each);

/// Runs such a case with other modes, owners, access lists and a link at its file, and reports
/// those that get lost though the promise is not about them: it counts as kept with them. Throws
/// what Stage throws.
void check_kept_attributes(
    const Subject& subject, const Case& each, Conversation::Milliseconds limit, Findings& findings
);

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

/// Runs a case under warn, in a sandbox if one is available, and checks that it reports the changes
/// of the real run, none of its repair, and makes none. Throws what Stage throws.
void run_under_warn(
    const Subject& subject,
    const LoneCase& real,
    Conversation::Milliseconds limit,
    Findings& findings
);

} // namespace vow::harness
