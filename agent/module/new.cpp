#include "agent/module/command.h"
#include "protocol/harness/scaffold.h"

#include <cstdio>

namespace vow::agent {

int make_module(const ModuleOptions& options) {
    try {
        const std::string path =
            make_scaffold(*harness::scaffold_language(options.language), options.module);
        std::printf(
            "made %s; try: vow module test %s %s/cases.yaml\n",
            path.c_str(),
            path.c_str(),
            options.module.c_str()
        );
        return number_of(ModuleStatus::success);
    } catch (const harness::ScaffoldError& error) {
        std::fprintf(stderr, "vow: %s\n", error.what());
        return number_of(ModuleStatus::usage);
    }
}

} // namespace vow::agent
