#pragma once

#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/cases/findings.h"

namespace vow::harness {

/// Compares the result, files, log and classes of a case with its expectations. Returns whether all
/// are met.
bool check_expectations(const Case& ready, const CaseResult& first, Findings& findings);

} // namespace vow::harness
