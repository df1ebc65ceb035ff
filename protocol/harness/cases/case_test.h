#pragma once

#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/conversation.h"
#include "protocol/harness/report.h"
#include "protocol/harness/subject.h"

#include <chrono>
#include <vector>

namespace vow::harness {

/// Settings of test_cases().
struct TestSettings {
    Conversation::Milliseconds limit = std::chrono::seconds(10); ///< for each answer
};

/// Runs cases against a module. Beyond their expectations it checks, unless a case opts out, that
/// the module is idempotent, that validation is consistent, that a warn run reports the changes of
/// a real run and makes none, and that promises influence each other neither by order nor by
/// sharing a process. Throws client::ModuleError when the module cannot be started.
Report
test_cases(const Subject& subject, const std::vector<Case>& cases, const TestSettings& settings);

} // namespace vow::harness
