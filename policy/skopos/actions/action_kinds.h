#pragma once

#include "policy/run/world.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::skopos {

/// How a step ended.
struct StepResult {
    enum class Kind { pass, fail, interrupted };

    Kind kind = Kind::pass;
    std::string reason = {};           ///< of a failure; empty for steps that hold others
    std::optional<int> exit_code = {}; ///< of a script or plugin that failed
    bool is_assumed = false;           ///< in a dry run

    bool has_passed() const { return kind == Kind::pass; }
    static StepResult failure(std::string reason) {
        return {.kind = Kind::fail, .reason = std::move(reason)};
    }
};

/// "pass", "fail" or "interrupted".
constexpr std::string_view text_of(StepResult::Kind kind) {
    switch (kind) {
    case StepResult::Kind::pass: return "pass";
    case StepResult::Kind::fail: return "fail";
    case StepResult::Kind::interrupted: return "interrupted";
    }
    return {};
}

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

/// Keeps the promise of a step: `promiser` of the arguments, with the others as attributes. In a
/// dry run a promise that only warns passes. Throws StepFailure without a promiser.
StepResult
keep_promise(World& world, const PromiseType& type, const Data& arguments, Origin origin);

} // namespace vow::skopos
