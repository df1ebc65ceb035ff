#pragma once

#include "policy/cfengine/manner.h"
#include "policy/cfengine/program/evaluation_order.h"
#include "protocol/promise/log_level.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vow::cfengine {

/// The settings of `body agent control` for files promises that do not have their own.
struct FileDefaults {
    std::string directory_mode; ///< empty: that of the module
    std::string repository;     ///< empty: none
    std::string compare;        ///< of copies; empty: that of the module
    std::string update_hashes;
    std::vector<std::string> suspicious_names;
    std::vector<std::string> single_copies; ///< patterns: copied once a run
    std::vector<std::string> auto_define;   ///< patterns: a copy defines the class auto_PATH
    std::size_t max_edited_bytes = 100'000;
    bool regions_end_with_file = false;  ///< select_end_match_eof
    std::chrono::minutes alert_time{10}; ///< how long the class of a changed file persists
};

/// The server that gets the lines of `log_string` for "udp_syslog".
struct SyslogServer {
    std::string host = "localhost";
    std::string port = "514";
};

/// The settings of `body common control` and `body agent control` that affect an agent's
/// evaluation.
struct Control {
    Manner manner = {};
    std::vector<std::string> abort_classes;        ///< regular expressions
    std::vector<std::string> abort_bundle_classes; ///< regular or class expressions
    std::vector<std::string> goal_patterns;
    std::chrono::minutes if_elapsed{0}; ///< if 0, promises are looked at in every run
    std::chrono::minutes expire_after{120};
    std::optional<LogFacility> log_facility;    ///< of `agentfacility`
    LogLevel log_level = LogLevel::notice;      ///< of the run: `inform` and `verbose` change it
    std::string package_module;                 ///< the default body; empty: none
    std::vector<std::string> package_inventory; ///< the bodies whose lists are kept up to date
    FileDefaults files;
    SyslogServer syslog;
    std::int64_t max_background_files = 1;            ///< `max_children`: started in a run
    EvaluationOrder order = EvaluationOrder::classic; ///< of bundles that have none of their own
    std::vector<std::string> concurrent_types;        ///< may be pending together with others
    bool dry_run = false;
    bool reports_classes = false;     ///< `allclassesreport`
    bool mounts_file_systems = false; ///< `mountfilesystems`
    bool ignore_missing_bundles = false;
    bool cache_functions = true;
};

} // namespace vow::cfengine
