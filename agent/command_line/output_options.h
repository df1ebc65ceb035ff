#pragma once

#include "agent/command_line/options.h"

#include <string>

namespace CLI {

class App;

} // namespace CLI

namespace vow::agent {

// Options for what a command shows: its log, its form, and what it writes for programs. Each
// function adds a group of them to `sub` and fills in `options`, which must outlive it.

/// The log on standard output: its level and its look.
void add_console(CLI::App& sub, Options& options);

/// The colours of commands without a log.
void add_color(CLI::App& sub, Color& color);

/// The other places that the log is sent to: a file, the system log, the journal.
void add_log(CLI::App& sub, Options& options);

/// The form of a check's diagnostics: text, JSON or SARIF.
void add_check_format(CLI::App& sub, Options& options);

/// The text or JSON form of what a command prints; `what` is its help.
void add_format(CLI::App& sub, Options& options, const std::string& what);

/// --json
void add_events(CLI::App& sub, Options& options);

/// --trace, --slowest, --otlp
void add_measurements(CLI::App& sub, Options& options);

/// --reports.
void add_reports(CLI::App& sub, Options& options);

/// --diff
void add_diff(CLI::App& sub, Options& options);

} // namespace vow::agent
