#include "protocol/harness/fuzz/fuzz.h"

#include "agent/module/command.h"

#include <cstdio>
#include <fstream>

namespace vow::agent {
namespace {

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
