#pragma once

#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/conversation.h"
#include "protocol/harness/report.h"
#include "protocol/harness/subject.h"

#include <chrono>
#include <vector>

namespace vow::harness {

struct TestSettings {
    Conversation::Milliseconds limit = std::chrono::seconds(10); ///< for each answer
};

/// Runs cases against a module. Beside what they expect it checks, unless a case says otherwise,
/// that the module is idempotent, that validating agrees with itself, that a warn run says what a
/// real one does and changes nothing, and that neither order nor company of promises matters.
/// Throws client::ModuleError when the module cannot be started.
Report
test_cases(const Subject& subject, const std::vector<Case>& cases, const TestSettings& settings);

} // namespace vow::harness
