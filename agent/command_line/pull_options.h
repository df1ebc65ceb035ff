#pragma once

#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// The options of `vow pull`.
struct PullOptions {
    enum class Task { pull, status, pin, unpin, identity, check_settings, send_reports, back };

    Task task = Task::pull;
    std::string source = {};   ///< instead of that of the settings; may be empty
    std::string settings_file; ///< --settings; empty for the usual one
    std::string root = {};
    std::string root_digest = {};
    std::string pin = {};
    bool is_plan = false;   ///< --plan: ends with what would change
    bool runs = true;       ///< not --no-run
    bool is_strict = false; ///< --strict
    bool is_now = false;    ///< --now: in spite of schedule and waves
    bool is_json = false;   ///< --json
};

struct Options;

/// Adds the command to `vow`.
void add_pull_command(CLI::App& vow, Options& options);

} // namespace vow::agent
