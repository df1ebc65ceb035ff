#include "agent/keepers/served_modules.h"
#include "agent/module/command.h"
#include "agent/personality/work_directory.h"
#include "protocol/client/module_error.h"
#include "protocol/harness/dialogue.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>

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

bool is_executable(const fs::path& path) {
    return access(path.c_str(), X_OK) == 0;
}

/// Whether a file is probably meant as a program, even if it cannot be executed.
bool has_ending_of_program(const fs::path& path) {
    constexpr std::array<std::string_view, 8> endings = {
        ".py", ".sh", ".bash", ".pl", ".js", ".rb", ".php", ".lua"};
    return std::ranges::find(endings, path.extension().native()) != endings.end();
}

/// Executable files and those that are probably meant as such, by name.
std::vector<fs::path> programs_in(const std::string& folder) {
    std::vector<fs::path> programs;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        const fs::path& path = entry.path();
        const bool is_listed = is_executable(path) || has_ending_of_program(path);
        if (entry.is_regular_file(error) && is_listed) programs.push_back(path);
    }
    std::sort(programs.begin(), programs.end());
    return programs;
}

/// Identifies a module by its answer to the agent's header.
void show_program(
    const std::vector<std::string>& words,
    const std::string& origin,
    std::chrono::milliseconds limit
) {
    const fs::path path = words.front();
    try {
        harness::Subject subject = harness::subject_at(path, {});
        subject.command.insert(subject.command.end(), words.begin() + 1, words.end());
        harness::Dialogue dialogue(subject, limit);
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
    const auto words = program_words(module);
    if (!words.empty()) return show_program(words, origin, limit);
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
    for (const fs::path& path : programs_in(folder)) {
        if (is_executable(path)) {
            show_program({path.native()}, path.native(), limit);
        } else {
            const std::string why = " (left out: it is not executable, see chmod +x)";
            show(path.filename().native(), "-", path.native() + why);
        }
    }
    return number_of(ModuleStatus::success);
}

} // namespace vow::agent
