#include "agent/serve.h"

#include "modules/bundled.h"
#include "policy/source/diagnostic.h"

#include <cstdio>
#include <iostream>

namespace vow::agent {
namespace {

int refused(const std::string& name) {
    std::vector<std::string_view> names;
    std::string all;
    for (const modules::BundledModule& module : modules::bundled_modules()) {
        names.push_back(module.name);
        all.append(all.empty() ? "there are: " : ", ").append(module.name);
    }
    const std::string hint = did_you_mean(name, names);
    std::fprintf(
        stderr,
        "vow: no bundled module is called '%s'; %s\n",
        name.c_str(),
        (hint.empty() ? all : hint).c_str()
    );
    return number_of(ExitStatus::usage);
}

} // namespace

int serve_module(const Options& options) {
    const auto module = modules::make_bundled_module(options.subject);
    if (module == nullptr) return refused(options.subject);
    std::ios::sync_with_stdio(false);
    const int status = modules::serve(*module, std::cin, std::cout);
    return status == 0 ? number_of(ExitStatus::success) : number_of(ExitStatus::fault);
}

} // namespace vow::agent
