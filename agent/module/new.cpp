#include "agent/module/command.h"
#include "modules/bundled.h"
#include "protocol/harness/scaffold.h"

#include <algorithm>
#include <cstdio>

namespace vow::agent {
namespace {

/// Prints the files in the folder and the next commands to try.
void show_new(const harness::NewModule& made, const std::string& folder) {
    std::size_t width = 0;
    for (const auto& file : made.files)
        width = std::max(width, file.name.size());
    std::printf("%s/\n", folder.c_str());
    for (const auto& file : made.files) {
        const std::string padding(width - file.name.size(), ' ');
        std::printf(
            "  %s%s  %.*s\n",
            file.name.c_str(),
            padding.c_str(),
            static_cast<int>(file.purpose.size()),
            file.purpose.data()
        );
    }
    std::printf("\nnow try:\n  cd %s\n", folder.c_str());
    for (const std::string& command : made.commands)
        std::printf("  %s\n", command.c_str());
}

} // namespace

int make_module(const ModuleOptions& options) {
    if (modules::find_bundled_module(options.module) != nullptr) {
        std::fprintf(
            stderr,
            "vow: '%s' is a bundled module, whose promise type has that name: choose another\n",
            options.module.c_str()
        );
        return number_of(ModuleStatus::usage);
    }
    try {
        show_new(
            make_scaffold(*harness::scaffold_language(options.language), options.module),
            options.module
        );
        return number_of(ModuleStatus::success);
    } catch (const harness::ScaffoldError& error) {
        std::fprintf(stderr, "vow: %s\n", error.what());
        return number_of(ModuleStatus::usage);
    }
}

} // namespace vow::agent
