#include "agent/module/command.h"
#include "agent/module/watched_files.h"
#include "agent/report/output.h"
#include "policy/source/diagnostic.h"
#include "protocol/harness/cases/case_test.h"
#include "protocol/harness/conformance/conform.h"
#include "protocol/harness/fuzz/fuzz.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include <unistd.h>

// The commands that check a module. Their checks are explained in docs/checks.md.
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

/// "FUZ-VALID-7.yaml", in the current folder.
void write(const harness::Repro& repro, const ModuleOptions& options) {
    const std::string path = repro.id + "-" + std::to_string(options.seed) + ".yaml";
    std::ofstream out(path);
    if ((out << repro.yaml).flush()) {
        std::fprintf(
            stderr,
            "vow: to reproduce: vow module test %s %s\n",
            options.module.c_str(),
            path.c_str()
        );
    } else {
        std::fprintf(stderr, "vow: cannot write '%s'\n", path.c_str());
    }
}

} // namespace

int show(const harness::Report& report, const ModuleOptions& options) {
    const auto colours =
        is_colored(options.color, STDOUT_FILENO) ? harness::Colours::yes : harness::Colours::no;
    std::fputs(harness::text_of(report, options.format, colours).c_str(), stdout);
    return number_of(report.has_violations() ? ModuleStatus::violations : ModuleStatus::success);
}

int conform_module(const ModuleOptions& options) {
    const harness::ScratchFolder folder;
    Output terminal(STDOUT_FILENO, Output::Buffering::lines);
    const bool is_watched = can_move_cursor(STDOUT_FILENO);
    const harness::ConformSettings settings{
        .samples = samples_of(options, folder),
        .limit = options.limit,
        .requests = options.requests.value_or(10'000),
        .scratch = folder.path(),
        .only = {options.only.begin(), options.only.end()},
        .begins = [&](std::string_view title) {
            if (is_watched) terminal.show_status("  " + std::string(title));
        }};
    const harness::Report report = harness::conform(subject_of(options), settings);
    terminal.hide_status();
    return show(report, options);
}

int test_module(const ModuleOptions& options) {
    return options.repetition == ModuleOptions::Repetition::after_changes ? test_watched(options)
                                                                          : test_once(options);
}

int fuzz_module(const ModuleOptions& options) {
    const harness::FuzzResult result = harness::fuzz(
        subject_of(options), {.seed = options.seed, .time = options.time, .limit = options.limit}
    );
    const int status = show(result.report, options);
    std::fflush(stdout);
    std::fprintf(
        stderr,
        "vow: %zu promises and %zu corrupted requests with seed %llu\n",
        result.promises,
        result.disturbances,
        static_cast<unsigned long long>(options.seed)
    );
    for (const harness::Repro& repro : result.repros)
        write(repro, options);
    return status;
}

} // namespace vow::agent
