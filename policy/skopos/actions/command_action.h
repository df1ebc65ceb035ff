#pragma once

#include "policy/run/world.h"
#include "policy/skopos/actions/step_result.h"

#include <string>
#include <vector>

namespace vow::skopos {

/// A script or plugin to be started.
struct CommandOrder {
    enum class Output { shown, returned };

    std::string id; ///< of the step
    std::string program;
    std::vector<std::string> arguments;
    std::vector<std::string> environment; ///< "NAME=value"
    std::vector<std::string> unset;       ///< variables that it does not get
    std::string input;
    Output output;
    Origin origin;
};

struct CommandResult {
    StepResult result;
    std::string output; ///< if it is returned
};

/// Runs scripts and plugins as promises of the type `commands`. Borrows the world.
class CommandAction {
public:
    /// The programs run in `folder`, for at most `limit` seconds.
    CommandAction(World& world, std::string folder, double limit)
        : world_(world),
          folder_(std::move(folder)),
          limit_(limit) {}

    /// Throws StepFailure if the program may not be started.
    CommandResult run(CommandOrder order);

private:
    StepResult result_of(const Outcome& outcome, const std::string& first_error) const;
    void log_errors(const CommandOrder& order, const Outcome& outcome, bool has_passed);

    World& world_;
    std::string folder_;
    double limit_;
};

} // namespace vow::skopos
