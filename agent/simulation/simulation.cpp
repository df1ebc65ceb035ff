#include "agent/simulation/simulation.h"

#include "agent/simulation/manifest.h"

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace vow::agent {
namespace {

void log(World& world, std::string_view line) {
    if (world.observer.wants(LogLevel::info)) world.observer.receive(LogLine{LogLevel::info, line});
}

/// "No changed files to manifest", "Manifesting changed files (in the changes chroot)".
void log_list(
    World& world, const std::vector<std::string>& files, std::string_view kind, SimulationMode mode
) {
    const bool is_diff = mode == SimulationMode::diff;
    const std::string names = std::string(kind) + " files";
    if (files.empty())
        return log(world, "No " + names + " to " + (is_diff ? "show diff for" : "manifest"));
    log(world,
        std::string(is_diff ? "Showing diff for " : "Manifesting ") + names +
            " (in the changes chroot)");
}

} // namespace

Simulation::EmptyFolder::EmptyFolder(std::string folder) : path(std::move(folder)) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) throw std::runtime_error("cannot make " + path + ": " + error.message());
}

Simulation::EmptyFolder::~EmptyFolder() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
}

void Simulation::show(World& world, const std::function<void(std::string_view)>& print) const {
    Manifest manifest(world, sandbox_.original_root(), print);
    if (!files_.renamings().empty())
        log(world, "Manifesting renamed files (in the changes chroot)");
    for (const auto& [from, to] : files_.renamings())
        manifest.show_renaming(from, to);
    log_list(world, files_.changed(), "changed", mode_);
    for (const std::string& path : files_.changed()) {
        if (mode_ == SimulationMode::diff)
            manifest.show_difference(path);
        else
            manifest.show(path);
    }
    if (mode_ == SimulationMode::manifest_full) {
        const std::vector<std::string> unchanged = files_.unchanged();
        log_list(world, unchanged, "unmodified", mode_);
        for (const std::string& path : unchanged)
            manifest.show(path);
    }
    log(world, "No package operations done by the agent run");
}

} // namespace vow::agent
