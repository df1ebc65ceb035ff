#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// The options of `vow fleet` and `vow agent`.
struct FleetOptions {
    enum class Action {
        init,
        leaf,
        up,
        down,
        new_user,
        new_token,
        join,
        leave,
        hosts,
        approve,
        revoke,
        forget,
        release,
        serve,
        collect,
        status,
        show,
        changes,
        drift,
        promise,
        ask,
        log,
        start_rollout,
        rollout_status,
        pause_rollout,
        resume_rollout,
        back_rollout,
        abort_rollout,
        agent
    };

    Action action = Action::status;
    std::string folder = {};              ///< --fleet; may be empty
    std::string user = {};                ///< --as; empty: admin
    std::string name = {};                ///< of what is made or of the host; may be empty
    std::string role = {};                ///< of a user
    std::vector<std::string> listen = {}; ///< of servers
    bool accepts_leaf_nodes = false;
    std::string tls_certificate = {}, tls_key = {}, tls_authority = {};
    std::string group = {};
    std::string token = {}; ///< or @FILE
    std::string url = {};
    std::int64_t uses = 1;
    bool needs_approval = false;
    std::optional<std::chrono::seconds> lifetime = {}; ///< of a token
    std::vector<std::string> hosts = {};               ///< names, ids or beginnings of ids
    std::string where = {};
    bool is_json = false;
    std::string into = {};       ///< where reports are stored or read; may be empty
    std::string prometheus = {}; ///< file; may be empty
    std::string html = {};       ///< folder; may be empty
    std::optional<std::chrono::seconds> keep = {};
    std::optional<std::chrono::seconds> since = {};
    std::string what = {}; ///< a promise, a rollout, a release, or what is explained
    std::string verb = {};
    std::optional<std::chrono::seconds> limit = {};
    std::string waves = {}, budget = {}, on_failure = {}, silent = {};
    std::optional<std::chrono::seconds> soak = {};
    bool is_watching = false;
    std::string policy = {}; ///< of `vow agent`
    std::optional<std::chrono::seconds> interval = {};
};

struct Options;

/// Adds these commands to `vow`, and their options, which fill in `options`; both must outlive the
/// parsing.
void add_fleet_commands(CLI::App& vow, Options& options);

} // namespace vow::agent
