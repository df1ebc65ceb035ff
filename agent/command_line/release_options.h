#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// The options of `vow release`; texts may be empty.
struct ReleaseOptions {
    enum class Action { init, add, group, publish, rotate, delegate, sign, show, verify, secret };

    Action action = Action::show;
    std::string repository = {}; ///< DIR, or of verify an address
    std::string name = {};       ///< of a bundle, a group, a delegated role or a secret
    std::string version = {};
    std::string file = {}; ///< the folder to add, the file to sign or to encrypt

    // Keys
    std::map<std::string, std::size_t> thresholds = {}; ///< by role
    std::map<std::string, std::chrono::seconds> lifetimes = {};
    std::vector<std::string> public_keys = {}; ///< "[ROLE=]FILE"
    std::vector<std::string> sign_with = {};   ///< "[ROLE=]PROGRAM"
    bool is_encrypted = false;
    std::string passphrase_file = {};
    std::string role = {};                 ///< of rotate
    std::vector<std::string> removed = {}; ///< ids of keys
    std::string key = {};                  ///< of sign: a private key

    // Delegated roles
    std::vector<std::string> paths = {};       ///< patterns
    std::optional<std::size_t> bins = {};      ///< hash bins
    std::optional<std::size_t> threshold = {}; ///< of the role
    bool is_terminating = false;

    // Groups
    bool is_host = false;
    bool is_removed = false;
    std::optional<std::string> when = {};
    std::string bundle = {}; ///< NAME=VERSION
    std::optional<std::string> entry = {};
    std::optional<std::vector<std::string>> inputs = {};
    std::optional<std::vector<std::string>> secrets = {};
    std::optional<std::vector<std::string>> health_promises = {};
    std::optional<std::string> health_program = {};
    std::optional<std::chrono::seconds> health_limit = {}, grace = {};
    std::string schedule = {}, waves = {}; ///< files

    bool is_refresh = false;                  ///< of publish
    bool is_json = false;                     ///< of show
    std::string root = {}, root_digest = {};  ///< of verify
    std::vector<std::string> recipients = {}; ///< of secret
    std::string recipients_file = {}, for_group = {};
};

struct Options;

/// Adds `release` to `vow`, and its options, which fill in `options`; both must outlive the
/// parsing.
void add_release_commands(CLI::App& vow, Options& options);

} // namespace vow::agent
