#pragma once

#include "agent/command_line/settings_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <sys/types.h>

namespace vow::agent {

inline constexpr const char* machine_settings_path = "/etc/vow/settings.yaml";

/// Whether a promise about one package may remove others.
enum class Removals { allowed, refused };

/// The decisions of the owner of this host for every vow on it. Unlike options, they need no one to
/// think of them.
struct MachineSettings {
    std::vector<uid_t> trusted_users = {}; ///< accounts besides root whose files root may run
    Removals removals = Removals::allowed;
    std::optional<std::uint64_t> max_values = {}; ///< bytes that the values of a run may take
    /// Types whose promises may be pending together with others.
    std::vector<std::string> concurrent_types = {};
    std::vector<std::string> warnings = {}; ///< about accounts that do not exist
};

/// Reads the settings in a file, by default those of this host, which need not exist. Only root may
/// be able to change them, if root runs this.
std::variant<MachineSettings, SettingsError> read_machine_settings(const std::string& path);

} // namespace vow::agent
