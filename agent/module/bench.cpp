#include "protocol/harness/bench.h"

#include "agent/module/command.h"
#include "protocol/harness/scratch_folder.h"

#include <cstdio>

namespace vow::agent {

int bench_module(const ModuleOptions& options) {
    const harness::ScratchFolder folder;
    const harness::Benchmark benchmark = harness::bench(
        subject_of(options),
        {.samples = samples_of(options, folder),
         .limit = options.limit,
         .requests = options.requests.value_or(1000)}
    );
    const bool is_json = options.format == harness::ReportFormat::json;
    std::fputs((is_json ? json_of(benchmark) : text_of(benchmark)).c_str(), stdout);
    if (benchmark.failure.empty()) return number_of(ModuleStatus::success);
    std::fprintf(stderr, "vow: stopped early: %s\n", benchmark.failure.c_str());
    return number_of(ModuleStatus::violations);
}

} // namespace vow::agent
