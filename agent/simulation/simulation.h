#pragma once

#include "agent/simulation/sandboxed_files.h"
#include "agent/simulation/simulated_files.h"
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
    /// Throws std::runtime_error when the kernel does not permit a sandbox.
    Simulation(SimulationMode mode, std::string folder)
        : mode_(mode),
          sandbox_(std::move(folder)) {}

    /// To be notified of the run's events.
    SimulatedFiles& files() { return files_; }
    /// Shows the files after the run.
    void show(World& world, const std::function<void(std::string_view)>& print) const;

private:
    SimulationMode mode_;
    SandboxedFiles sandbox_;
    SimulatedFiles files_;
};

} // namespace vow::agent
