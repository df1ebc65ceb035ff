#include "protocol/harness/conformance/conform.h"

#include "agent/module/command.h"
#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/scratch_folder.h"

#include <cstdio>

namespace vow::agent {

int conform_module(const ModuleOptions& options) {
    const harness::ScratchFolder folder;
    harness::ConformSettings settings{
        .limit = options.limit,
        .requests = options.requests,
        .only = {options.only.begin(), options.only.end()}};
    if (!options.promise.promiser.empty()) {
        settings.samples.push_back(folder.filled_in(options.promise));
    }
    if (!options.cases.empty()) {
        for (const harness::Case& each : harness::read_cases(options.cases))
            settings.samples.push_back(folder.filled_in(each.promise));
    }
    const harness::Report report = harness::conform(subject_of(options), settings);
    return show(report, options);
}

int show(const harness::Report& report, const ModuleOptions& options) {
    std::fputs(harness::text_of(report, options.format).c_str(), stdout);
    return number_of(report.has_violations() ? ModuleStatus::violations : ModuleStatus::success);
}

} // namespace vow::agent
