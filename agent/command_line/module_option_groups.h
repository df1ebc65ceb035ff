#pragma once

#include "agent/command_line/module_options.h"

#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// Options that several commands of `vow module` share. Each function adds a group of them to `sub`
/// and fills in `options`, which must outlive it.

/// The module, its interpreter and its time limit.
void add_subject(CLI::App& sub, ModuleOptions& options);

/// Whether a command requires a promise.
enum class Presence { required, optional };

/// One promise.
void add_promise(CLI::App& sub, ModuleOptions& options, Presence presence);
/// Whether changes are allowed, and the log level.
void add_terms(CLI::App& sub, ModuleOptions& options);
/// Promises to evaluate: a single one, and those of a file of cases.
void add_samples(CLI::App& sub, ModuleOptions& options);
/// Whether cases outside of their folder are run for real, too.
void add_real_runs(CLI::App& sub, ModuleOptions& options);
void add_requests(CLI::App& sub, ModuleOptions& options, const std::string& what);
void add_format(CLI::App& sub, ModuleOptions& options, const std::string& formats);

} // namespace vow::agent
