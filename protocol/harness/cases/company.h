#pragma once

#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/subject.h"

#include <string>
#include <vector>

namespace vow::harness {

/// A case that ran alone, in a process of its own.
struct LoneCase {
    const Case* source;
    CaseResult result;
    /// Those of its result that the next one, which was kept, did not have.
    std::vector<std::string> repair_classes;
    bool is_as_expected; ///< its result, files, log lines and classes
    bool replaces_files; ///< at once, and this is to be checked
};

/// Checks that results do not depend on circumstances: other promises in the same process, their
/// order, the order of attributes, the name of the folder.
void check_company(
    const Subject& subject,
    const std::vector<LoneCase>& cases,
    Conversation::Milliseconds limit,
    Findings& findings
);

/// Evaluates or, if the case expects no more, validates its promise.
CaseResult run_for_real(Dialogue& dialogue, const Case& ready);

} // namespace vow::harness
