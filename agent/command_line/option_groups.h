#pragma once

#include "agent/command_line/options.h"

#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// Options that several commands of `vow` share. Each function adds a group of them to `sub` and
/// fills in `options`, which must outlive it.

/// How a policy is read and evaluated: its language, classes defined before, the work folder.
void add_evaluation(CLI::App& sub, Options& options);

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

/// The log on standard output: its level and its look.
void add_console(CLI::App& sub, Options& options);

/// The colours of commands without a log.
void add_color(CLI::App& sub, Color& color);

/// The other places that the log is sent to: a file, the system log, the journal.
void add_log(CLI::App& sub, Options& options);

/// --allow: the kinds of warnings that are not reported.
void add_lint(CLI::App& sub, Options& options);
/// The form of a check's diagnostics: text, JSON or SARIF.
void add_check_format(CLI::App& sub, Options& options);

/// The text or JSON form of what a command prints; `what` is its help.
void add_format(CLI::App& sub, Options& options, const std::string& what);

} // namespace vow::agent
