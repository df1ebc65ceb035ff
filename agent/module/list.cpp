#include "agent/keepers/module_program.h"
#include "agent/module/command.h"
#include "agent/personality/work_directory.h"
#include "protocol/client/module_error.h"
#include "protocol/harness/dialogue.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <unistd.h>

namespace vow::agent {
namespace {

namespace fs = std::filesystem;

void show(std::string_view name, std::string_view version, std::string_view origin) {
    std::printf(
        "%-28s %-10s %s\n",
        std::string(name).c_str(),
        std::string(version).c_str(),
        std::string(origin).c_str()
    );
}

/// Executable files, by name.
std::vector<fs::path> programs_in(const std::string& folder) {
    std::vector<fs::path> programs;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        if (entry.is_regular_file(error) && access(entry.path().c_str(), X_OK) == 0) {
            programs.push_back(entry.path());
        }
    }
    std::sort(programs.begin(), programs.end());
    return programs;
}

/// Identifies a module by its answer to the agent's header.
void show_program(
    const fs::path& path, const std::string& origin, std::chrono::milliseconds limit
) {
    try {
        harness::Dialogue dialogue(harness::subject_at(path, {}), limit);
        const harness::Greeting& greeting = dialogue.greet();
        if (!greeting.header)
            return show(path.filename().native(), "-", origin + " (sends no header)");
        dialogue.terminate();
        show(greeting.header->name, greeting.header->version, origin);
    } catch (const client::ModuleError& error) {
        show(path.filename().native(), "-", origin + " (does not start)");
    }
}

void show_bundled(const modules::BundledModule& module, std::chrono::milliseconds limit) {
    const std::string origin = "bundled: " + std::string(module.summary);
    if (module.make != nullptr) return show(module.name, module.make()->version(), origin);
    const std::string path = path_of_program(module);
    if (!path.empty()) return show_program(path, origin, limit);
    show(module.name, "-", "not installed: " + std::string(module.program));
}

} // namespace

int list_modules(const ModuleOptions& options) {
    const auto limit = std::min(options.limit, std::chrono::milliseconds(2000));
    for (const modules::BundledModule& module : modules::bundled_modules())
        show_bundled(module, limit);
    const std::string folder = options.folder.empty()
                                   ? work_directory_of({}, Personality::vow) + "/modules/promises"
                                   : options.folder;
    if (!options.folder.empty() && !fs::is_directory(folder)) {
        std::fprintf(stderr, "vow: there is no folder '%s'\n", folder.c_str());
        return number_of(ModuleStatus::usage);
    }
    for (const fs::path& path : programs_in(folder))
        show_program(path, path.native(), limit);
    return number_of(ModuleStatus::success);
}

} // namespace vow::agent
