#include "modules/systemd/unit_key.h"

namespace vow::modules {
namespace {

constexpr AttributeType text = AttributeType::string;
constexpr AttributeType number = AttributeType::int_;
constexpr AttributeType texts = AttributeType::slist;

constexpr UnitKey keys[] = {
    {"unit_description", "Unit", "Description", text, "what the unit is, in words"},
    {"unit_requires", "Unit", "Requires", texts, "units it cannot do without"},
    {"unit_wants", "Unit", "Wants", texts, "units that are started with it"},
    {"unit_after", "Unit", "After", texts, "units it is started after"},
    {"unit_before", "Unit", "Before", texts, "units it is started before"},
    {"unit_extra", "Unit", "", texts, "further lines of [Unit]"},
    {"service_type", "Service", "Type", text, "simple, forking, oneshot, ..."},
    {"service_pid_file", "Service", "PIDFile", text, "the file with the number of its process"},
    {"service_user", "Service", "User", text, "the user it runs as"},
    {"service_group", "Service", "Group", text, "the group it runs as"},
    {"service_nice", "Service", "Nice", number, "how it yields to others: -20 to 19"},
    {"service_oom_score_adjust",
     "Service",
     "OOMScoreAdjust",
     number,
     "whether it goes first when memory is short: -1000 to 1000"},
    {"service_exec_start", "Service", "ExecStart", texts, "the commands that it is"},
    {"service_exec_start_pre", "Service", "ExecStartPre", texts, "commands before them"},
    {"service_exec_start_post", "Service", "ExecStartPost", texts, "commands after them"},
    {"service_exec_stop", "Service", "ExecStop", texts, "commands that stop it"},
    {"service_exec_stop_post", "Service", "ExecStopPost", texts, "commands after it has stopped"},
    {"service_exec_reload", "Service", "ExecReload", texts, "commands that have it read settings"},
    {"service_restart", "Service", "Restart", text, "when it is started again: always, ..."},
    {"service_restart_sec", "Service", "RestartSec", text, "how long that waits"},
    {"service_timeout_sec", "Service", "TimeoutStartSec", text, "how long a start may take"},
    {"service_environment", "Service", "Environment", texts, "variables, NAME=VALUE"},
    {"service_environment_file", "Service", "EnvironmentFile", text, "a file with such lines"},
    {"service_working_directory", "Service", "WorkingDirectory", text, "the folder it runs in"},
    {"service_standard_input", "Service", "StandardInput", text, "where it reads: null, tty, ..."},
    {"service_standard_output", "Service", "StandardOutput", text, "where it writes"},
    {"service_standard_error", "Service", "StandardError", text, "where it writes errors"},
    {"service_tty_path", "Service", "TTYPath", text, "the terminal, when one of these is tty"},
    {"service_extra", "Service", "", texts, "further lines of [Service]"},
    {"install_wanted_by", "Install", "WantedBy", texts, "what starts it when it is enabled"},
    {"install_required_by", "Install", "RequiredBy", texts, "what then cannot do without it"},
    {"install_extra", "Install", "", texts, "further lines of [Install]"},
};

} // namespace

std::span<const UnitKey> unit_keys() {
    return keys;
}

} // namespace vow::modules
