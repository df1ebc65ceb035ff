#pragma once

#include "agent/command_line/settings_file.h"
#include "agent/reporting/report_settings.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vow::agent {

/// The most that a pull takes, of what it fetches and of time.
struct PullLimits {
    std::uint64_t file = 256U << 20U;      ///< bytes of a bundle
    std::uint64_t unpacked = 1024U << 20U; ///< bytes of its files
    std::chrono::seconds transfer{60};     ///< for one file
    std::chrono::seconds fetch{600};       ///< for everything that is fetched
    std::chrono::seconds check{300};
    std::chrono::seconds run{3600};
};

/// The settings of a host's pulls: where they come from, and whom they trust (docs/pull.md).
struct PullSettings {
    std::string file = {};        ///< that these were read from
    std::string source = {};      ///< http, https, a folder, or git+URL
    std::string root = {};        ///< file with the root that is trusted first; may be empty
    std::string root_digest = {}; ///< or its SHA-256; may be empty
    std::string group = {};       ///< of this host; empty: the one whose filter matches
    std::vector<std::string> classes = {};
    std::string authorities = {}; ///< file with the certificates to trust instead of the system's
    int retries = 2;
    bool is_strict = false; ///< runs nothing if nothing could be fetched
    bool plans = false;     ///< a new version runs only if its plan succeeds
    PullLimits limits = {};
    std::optional<ReportSettings> reports = {}; ///< of the runs; nullopt: nothing is reported
};

inline constexpr const char* pull_settings_path = "/etc/vow/pull.yaml";

/// Reads the settings in a file, by default those of this host, which need not exist. Only root may
/// be able to change them, if root runs this.
std::variant<PullSettings, SettingsError> read_pull_settings(const std::string& path);

} // namespace vow::agent
