#pragma once

#include "agent/module/options.h"

#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// Options that several commands of `vow module` have in common. Each function adds a group of them
/// to `sub`; they fill in `options`, which lives as long.

/// The module, and how it is started and waited for.
void add_subject(CLI::App& sub, ModuleOptions& options);

enum class Presence { required, optional };

/// One promise.
void add_promise(CLI::App& sub, ModuleOptions& options, Presence presence);
/// Whether it may change anything, and what it is to log.
void add_terms(CLI::App& sub, ModuleOptions& options);
/// Promises to be evaluated: one, and those of a file of cases.
void add_samples(CLI::App& sub, ModuleOptions& options);
void add_requests(CLI::App& sub, ModuleOptions& options, const std::string& what);
void add_format(CLI::App& sub, ModuleOptions& options, const std::string& formats);

} // namespace vow::agent
