#include "agent/module/command.h"
#include "agent/module/watched_files.h"
#include "policy/source/diagnostic.h"
#include "protocol/harness/cases/case_test.h"

#include <algorithm>
#include <cstdio>

namespace vow::agent {
namespace {

std::string unknown_case(const ModuleOptions& options, const std::vector<harness::Case>& cases) {
    std::vector<std::string_view> names;
    names.reserve(cases.size());
    for (const harness::Case& each : cases)
        names.emplace_back(each.name);
    const std::string hint = did_you_mean(options.only_case, names);
    return options.cases + " has no case '" + options.only_case + "'" +
           (hint.empty() ? "" : "; " + hint);
}

int test_once(const ModuleOptions& options) {
    const std::vector<harness::Case> cases = harness::read_cases(options.cases);
    const bool is_known =
        options.only_case.empty() ||
        std::ranges::find(cases, options.only_case, &harness::Case::name) != cases.end();
    if (!is_known) throw harness::CaseFileError(unknown_case(options, cases));
    const harness::TestSettings settings{
        .limit = options.limit,
        .only = options.only_case,
        .violation = options.after_violation,
        .starts = options.starts,
        .real_runs = options.real_runs};
    return show(harness::test_cases(subject_of(options), cases, settings), options);
}

/// A mistake in a file that is being edited is shown, and does not end the watch.
int test_watched(const ModuleOptions& options) {
    WatchedFiles files({options.module, options.cases});
    int status = number_of(ModuleStatus::success);
    do {
        status = with_errors_shown(options, test_once);
        std::fflush(stdout);
        std::fputs("vow: waiting for changes of the module or the cases\n", stderr);
    } while (files.wait());
    return status;
}

} // namespace

int test_module(const ModuleOptions& options) {
    return options.repetition == ModuleOptions::Repetition::after_changes ? test_watched(options)
                                                                          : test_once(options);
}

} // namespace vow::agent
