#include "protocol/harness/conformance/conform.h"

#include "agent/module/command.h"

#include <cstdio>

namespace vow::agent {

int conform_module(const ModuleOptions& options) {
    const harness::ScratchFolder folder;
    const harness::ConformSettings settings{
        .samples = samples_of(options, folder),
        .limit = options.limit,
        .requests = options.requests.value_or(10'000),
        .only = {options.only.begin(), options.only.end()}};
    return show(harness::conform(subject_of(options), settings), options);
}

int show(const harness::Report& report, const ModuleOptions& options) {
    std::fputs(harness::text_of(report, options.format).c_str(), stdout);
    return number_of(report.has_violations() ? ModuleStatus::violations : ModuleStatus::success);
}

} // namespace vow::agent
