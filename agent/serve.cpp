#include "agent/serve.h"

#include "agent/keepers/module_program.h"
#include "agent/suggestion.h"

#include <cstdio>

#include <unistd.h>

namespace vow::agent {
namespace {

int refused(const std::string& name) {
    std::vector<std::string_view> names;
    for (const modules::BundledModule& module : modules::bundled_modules())
        names.push_back(module.name);
    std::fprintf(
        stderr,
        "vow: there is no bundled module '%s'; %s\n",
        name.c_str(),
        suggestion_for(name, names).c_str()
    );
    return number_of(ExitStatus::usage);
}

/// Replaces this process by the module.
int exec_module(const modules::BundledModule& module) {
    std::string path = path_of_program(module);
    if (path.empty()) {
        std::fprintf(stderr, "vow: %s\n", absence_of_program(module).c_str());
        return number_of(ExitStatus::fault);
    }
    char* const arguments[] = {path.data(), nullptr};
    ::execv(path.c_str(), arguments);
    std::perror(("vow: cannot start '" + path + "'").c_str());
    return number_of(ExitStatus::fault);
}

} // namespace

int serve_module(const Options& options) {
    const modules::BundledModule* bundled = modules::find_bundled_module(options.subject);
    if (bundled == nullptr) return refused(options.subject);
    if (bundled->make == nullptr) return exec_module(*bundled);
    const auto module = bundled->make();
    const int status = modules::serve(*module);
    return status == 0 ? number_of(ExitStatus::success) : number_of(ExitStatus::fault);
}

} // namespace vow::agent
