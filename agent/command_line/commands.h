#pragma once

#include "agent/command_line/options.h"

#include <string>

namespace CLI {

class App;

} // namespace CLI

namespace vow::agent {

/// The commands of `vow` that have no header of their own. Each function adds one to `vow`, with
/// its options, which fill in `options`; both must outlive the parsing.

void add_run_command(CLI::App& vow, Options& options);
/// `vow run` without its rare options.
void add_usual_run_command(CLI::App& vow, Options& options);
void add_plan_command(CLI::App& vow, Options& options);
void add_apply_command(CLI::App& vow, Options& options);
void add_explain_command(CLI::App& vow, Options& options);
void add_keep_command(CLI::App& vow, Options& options);
void add_check_command(CLI::App& vow, Options& options);

void add_functions_command(CLI::App& vow, Options& options);
void add_facts_command(CLI::App& vow, Options& options);
void add_doc_command(CLI::App& vow, Options& options);

void add_module_command(CLI::App& vow, Options& options);

/// Adds a command that sets `options.command`, and has no options yet.
CLI::App& add_command(
    CLI::App& vow,
    Options& options,
    const std::string& name,
    const std::string& what,
    Options::Command command
);

} // namespace vow::agent
