#include "protocol/harness/conformance/conform.h"

#include "agent/module/command.h"

#include <cstdio>
#include <cstdlib>

#include <unistd.h>

namespace vow::agent {

int conform_module(const ModuleOptions& options) {
    const harness::ScratchFolder folder;
    const harness::ConformSettings settings{
        .samples = samples_of(options, folder),
        .limit = options.limit,
        .requests = options.requests.value_or(10'000),
        .scratch = folder.path(),
        .only = {options.only.begin(), options.only.end()}};
    return show(harness::conform(subject_of(options), settings), options);
}

/// Colours are for a person at a terminal who did not forbid them (no-color.org).
int show(const harness::Report& report, const ModuleOptions& options) {
    const char* forbidden = std::getenv("NO_COLOR");
    const bool is_coloured =
        ::isatty(STDOUT_FILENO) != 0 && (forbidden == nullptr || *forbidden == '\0');
    const auto colours = is_coloured ? harness::Colours::yes : harness::Colours::no;
    std::fputs(harness::text_of(report, options.format, colours).c_str(), stdout);
    return number_of(report.has_violations() ? ModuleStatus::violations : ModuleStatus::success);
}

} // namespace vow::agent
