#pragma once

#include "protocol/description/description.h"
#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/conversation.h"
#include "protocol/harness/report.h"
#include "protocol/harness/subject.h"

#include <chrono>
#include <string>
#include <vector>

namespace vow::harness {

/// Settings of test_cases().
struct TestSettings {
    Conversation::Milliseconds limit = std::chrono::seconds(10); ///< for each answer
    std::string only = {};                                       ///< the name of a case; empty: all
    enum class After { go_on, stop };
    After violation = After::go_on; ///< whether the first case with a violation is the last one
    enum class Starts { given, hostile_too };
    Starts starts = Starts::given; ///< whether cases are also run with links, folders ... at paths
    RealRuns real_runs = RealRuns::inside;
};

/// Runs cases against a module. Beyond their expectations it checks, unless a case opts out, that
/// the module is idempotent, in a new process too, that validation is consistent, that a warn run
/// reports the changes of a real run and makes none, and that neither other promises nor the order
/// of attributes nor odd names of folders change a result. Secret values are masked in the report.
/// Throws client::ModuleError when the module cannot be started, and CaseFileError for an attribute
/// that the module does not describe.
Report
test_cases(const Subject& subject, const std::vector<Case>& cases, const TestSettings& settings);

/// The described attributes, values and usual results that no case has: "attribute 'mode'",
/// "'state' with 'absent'", "result 'kept'". Types without a case count as a whole.
std::vector<std::string>
untouched_by(const std::vector<Case>& cases, const Description& description);

} // namespace vow::harness
