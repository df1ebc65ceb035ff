#include "agent/command_line/machine_settings.h"

#include "protocol/system/accounts.h"

namespace vow::agent {
namespace {

bool read_users(const YamlNode& value, const std::string& file, MachineSettings& settings) {
    const auto names = texts_from(value);
    if (!names) return false;
    for (const std::string& name : *names) {
        if (const auto number = user_id(name))
            settings.trusted_users.push_back(*number);
        else
            settings.warnings.push_back(
                "The user '" + name + "' does not exist, whom '" + file + "' trusts"
            );
    }
    return true;
}

bool read_concurrent_types(const YamlNode& value, MachineSettings& settings) {
    auto types = texts_from(value);
    if (!types) return false;
    settings.concurrent_types = *std::move(types);
    return true;
}

bool read_removals(const YamlNode& value, MachineSettings& settings) {
    const auto are_allowed = truth_from(value);
    settings.removals = are_allowed.value_or(true) ? Removals::allowed : Removals::refused;
    return are_allowed.has_value();
}

bool read_max_values(const YamlNode& value, MachineSettings& settings) {
    settings.max_values = bytes_from(value.text);
    return settings.max_values.has_value();
}

} // namespace

std::variant<MachineSettings, SettingsError> read_machine_settings(const std::string& path) {
    SettingsFile file(path);
    MachineSettings settings;
    const auto absence = path == machine_settings_path ? SettingsFile::Absence::allowed
                                                       : SettingsFile::Absence::refused;
    const auto error = file.read(
        absence,
        {{"trusted_users",
          "a list of users",
          [&](const YamlNode& value) { return read_users(value, path, settings); }},
         {"concurrent_types",
          "a list of promise types",
          [&](const YamlNode& value) { return read_concurrent_types(value, settings); }},
         {"removals",
          "true or false",
          [&](const YamlNode& value) { return read_removals(value, settings); }},
         {"max_values",
          "a number of bytes, such as 536870912 or 512m",
          [&](const YamlNode& value) { return read_max_values(value, settings); }}}
    );
    if (error) return *error;
    return settings;
}

} // namespace vow::agent
