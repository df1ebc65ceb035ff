#pragma once

#include "agent/command_line/settings_file.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::agent {

inline constexpr const char* report_settings_path = "/etc/vow/pull.yaml";

/// The name of the destination of Kind::bus.
inline constexpr std::string_view bus_destination = "bus";

/// A place that reports are sent to.
struct ReportDestination {
    enum class Kind {
        folder, ///< a file for each report
        file,   ///< a line for each report
        web,    ///< POST of several
        bus     ///< for the resident agent, which takes them from the spool itself
    };

    Kind kind = Kind::folder;
    std::string address = {}; ///< a path or a URL, which may hold a password; empty for the bus
    std::string name = {};    ///< as it was written, without a password: in messages and the spool
};

/// How much a report holds of the promises.
enum class ReportLevel {
    changes, ///< outcomes that are not kept
    all      ///< these, and how long each promise took
};

/// The member `reports` of the settings of a host (docs/reports.md).
struct ReportSettings {
    std::vector<ReportDestination> to = {};
    std::int64_t keep = 100'000'000; ///< bytes that may wait in the spool
    std::chrono::seconds max_age = std::chrono::days(30);
    ReportLevel level = ReportLevel::changes;
    std::vector<std::string> facts = {}; ///< names of facts that each report holds
    std::string certificates = {};       ///< of the servers' authorities; empty: the system's
};

/// The setting `reports`, to be read from a file of settings into `reports`. Borrows both.
Setting reports_into(SettingsFile& file, std::optional<ReportSettings>& reports);

/// Reads that setting alone. nullopt if the file of this host, or the setting, does not exist. Only
/// root may be able to change the file, if root runs this.
std::variant<std::optional<ReportSettings>, SettingsError>
read_report_settings(const std::string& path);

} // namespace vow::agent
