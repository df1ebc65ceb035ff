#include "protocol/harness/conformance/conform.h"

#include "agent/module/command.h"
#include "agent/report/output.h"

#include <cstdio>

#include <unistd.h>

namespace vow::agent {

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

int show(const harness::Report& report, const ModuleOptions& options) {
    const auto colours =
        is_colored(options.color, STDOUT_FILENO) ? harness::Colours::yes : harness::Colours::no;
    std::fputs(harness::text_of(report, options.format, colours).c_str(), stdout);
    return number_of(report.has_violations() ? ModuleStatus::violations : ModuleStatus::success);
}

} // namespace vow::agent
