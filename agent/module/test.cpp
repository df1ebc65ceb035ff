#include "agent/module/command.h"
#include "policy/source/diagnostic.h"
#include "protocol/harness/cases/case_test.h"

#include <algorithm>

namespace vow::agent {
namespace {

std::string unknown_case(const ModuleOptions& options, const std::vector<harness::Case>& cases) {
    std::vector<std::string_view> names;
    for (const harness::Case& each : cases)
        names.emplace_back(each.name);
    const std::string hint = did_you_mean(options.only_case, names);
    return options.cases + " has no case '" + options.only_case + "'" +
           (hint.empty() ? "" : "; " + hint);
}

} // namespace

int test_module(const ModuleOptions& options) {
    const std::vector<harness::Case> cases = harness::read_cases(options.cases);
    const bool is_known =
        options.only_case.empty() ||
        std::ranges::find(cases, options.only_case, &harness::Case::name) != cases.end();
    if (!is_known) throw harness::CaseFileError(unknown_case(options, cases));
    const harness::TestSettings settings{
        .limit = options.limit, .only = options.only_case, .violation = options.after_violation};
    return show(harness::test_cases(subject_of(options), cases, settings), options);
}

} // namespace vow::agent
