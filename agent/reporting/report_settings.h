#pragma once

#include "protocol/data/data.h"

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

/// Why settings cannot be used, in a sentence that names the member.
struct ReportSettingsError {
    std::string text;
};

/// Reads the value of the member `reports` of settings that the caller has read.
std::variant<ReportSettings, ReportSettingsError> report_settings_from(const Data& reports);

/// Reads that member of a YAML file. nullopt if the file or the member does not exist. Only root
/// may be able to change the file, if root runs this.
std::variant<std::optional<ReportSettings>, ReportSettingsError>
read_report_settings(const std::string& path);

} // namespace vow::agent
