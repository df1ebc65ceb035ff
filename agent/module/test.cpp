#include "agent/module/command.h"
#include "protocol/harness/cases/case_test.h"

namespace vow::agent {

int test_module(const ModuleOptions& options) {
    const std::vector<harness::Case> cases = harness::read_cases(options.cases);
    return show(harness::test_cases(subject_of(options), cases, {.limit = options.limit}), options);
}

} // namespace vow::agent
