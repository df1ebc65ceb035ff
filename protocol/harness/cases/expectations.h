#pragma once

#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/cases/findings.h"

namespace vow::harness {

/// Compares what came of a case with what it says itself: result, files, log and classes.
void check_expectations(const Case& ready, const CaseResult& first, Findings& findings);

} // namespace vow::harness
