#pragma once

#include "agent/simulation/sandboxed_files.h"
#include "agent/simulation/simulated_events.h"
#include "agent/simulation/simulation_mode.h"

#include <functional>
#include <string>
#include <string_view>

namespace vow {
struct World;
} // namespace vow

namespace vow::agent {

/// A run whose changes of files are made in a sandbox and shown at its end. All other promises only
/// warn.
class Simulation {
public:
    /// Throws std::runtime_error when the kernel does not permit a sandbox. The folder must not
    /// exist.
    Simulation(SimulationMode mode, std::string folder)
        : mode_(mode),
          folder_(std::move(folder)),
          sandbox_(folder_.path) {}

    /// To be notified of the run's events.
    SimulatedFiles& files() { return files_; }
    /// Shows the files after the run.
    void show(World& world, const std::function<void(std::string_view)>& print) const;

private:
    /// An empty folder, removed at the end.
    struct EmptyFolder {
        explicit EmptyFolder(std::string folder);
        EmptyFolder(const EmptyFolder&) = delete;
        EmptyFolder& operator=(const EmptyFolder&) = delete;
        ~EmptyFolder();

        std::string path;
    };

    SimulationMode mode_;
    EmptyFolder folder_;
    SandboxedFiles sandbox_;
    SimulatedFiles files_;
};

} // namespace vow::agent
