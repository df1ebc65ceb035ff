#pragma once

#include "agent/command_line/options.h"
#include "protocol/client/limits.h"

#include <chrono>
#include <string>
#include <string_view>
#include <variant>

namespace CLI {

class App;

} // namespace CLI

namespace vow::agent {

/// Options that several commands of `vow` share. Each function adds a group of them to `sub` and
/// fills in `options`, which must outlive it.

/// How a policy is read and evaluated: its language, classes defined before, the work folder.
void add_evaluation(CLI::App& sub, Options& options);

/// The classes and the bundles of a run: -D, -N, -b.
void add_definitions(CLI::App& sub, Options& options);

/// The modules besides the bundled ones, and whose files are trusted.
void add_modules(CLI::App& sub, Options& options);

/// --language: that of the policy.
void add_language(CLI::App& sub, Options& options);

/// How a plan runs: what becomes of its unfinished run, answers to its gates.
void add_plan_run(CLI::App& run, Options& options);

/// The work folder alone.
void add_work_folder(CLI::App& sub, Options& options);

/// The time limits of modules.
void add_limits(CLI::App& sub, Options& options);

/// --allow: the kinds of warnings that are not reported.
void add_lint(CLI::App& sub, Options& options);

/// A fault in a limit on the command line, as a message for the user.
struct LimitError {
    std::string message;
};

/// The phase of a script or plugin that a policy runs by itself.
inline constexpr std::string_view action_phase = "action";

/// A time limit from "PHASE=SECONDS"; seconds may be fractional.
std::variant<std::chrono::milliseconds, LimitError> limit_from(std::string_view text);

/// Returns `limits` with one of them changed according to "PHASE=SECONDS"; seconds may be
/// fractional.
std::variant<client::Limits, LimitError>
with_limit(const client::Limits& limits, std::string_view text);

} // namespace vow::agent
