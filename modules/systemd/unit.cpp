#include "modules/systemd/unit.h"

#include <algorithm>

namespace vow::modules {

namespace {

constexpr std::string_view endings[] = {
    ".automount",
    ".device",
    ".mount",
    ".path",
    ".scope",
    ".service",
    ".slice",
    ".socket",
    ".swap",
    ".target",
    ".timer",
};

} // namespace

std::string full_unit_name(std::string_view name) {
    const bool has_ending = std::ranges::any_of(endings, [&](std::string_view ending) {
        return name.ends_with(ending);
    });
    return std::string(name) + (has_ending ? "" : ".service");
}

bool is_template(std::string_view name) {
    const std::string full = full_unit_name(name);
    return full[full.rfind('.') - 1] == '@';
}

namespace {

constexpr AttributeType one_text = AttributeType::string;
constexpr AttributeType number = AttributeType::int_;
constexpr AttributeType list_of_texts = AttributeType::slist;

constexpr UnitKey keys[] = {
    {"unit_description", "Unit", "Description", one_text, "a description of the unit"},
    {"unit_requires", "Unit", "Requires", list_of_texts, "units that it requires"},
    {"unit_wants", "Unit", "Wants", list_of_texts, "units started with it"},
    {"unit_after", "Unit", "After", list_of_texts, "units it is started after"},
    {"unit_before", "Unit", "Before", list_of_texts, "units it is started before"},
    {"unit_extra", "Unit", "", list_of_texts, "further lines of [Unit]"},
    {"service_type", "Service", "Type", one_text, "simple, forking, oneshot, ..."},
    {"service_pid_file", "Service", "PIDFile", one_text, "the file with the number of its process"},
    {"service_user", "Service", "User", one_text, "the user it runs as"},
    {"service_group", "Service", "Group", one_text, "the group it runs as"},
    {"service_nice", "Service", "Nice", number, "its scheduling priority: -20 to 19"},
    {"service_oom_score_adjust",
     "Service",
     "OOMScoreAdjust",
     number,
     "how likely it is killed when memory is short: -1000 to 1000"},
    {"service_exec_start", "Service", "ExecStart", list_of_texts, "the commands of the service"},
    {"service_exec_start_pre", "Service", "ExecStartPre", list_of_texts, "commands before them"},
    {"service_exec_start_post", "Service", "ExecStartPost", list_of_texts, "commands after them"},
    {"service_exec_stop", "Service", "ExecStop", list_of_texts, "commands that stop it"},
    {"service_exec_stop_post",
     "Service",
     "ExecStopPost",
     list_of_texts,
     "commands after it has stopped"},
    {"service_exec_reload",
     "Service",
     "ExecReload",
     list_of_texts,
     "commands that reload its settings"},
    {"service_restart", "Service", "Restart", one_text, "when it is started again: always, ..."},
    {"service_restart_sec", "Service", "RestartSec", one_text, "the delay before that"},
    {"service_timeout_sec", "Service", "TimeoutStartSec", one_text, "the time limit for a start"},
    {"service_environment", "Service", "Environment", list_of_texts, "variables, NAME=VALUE"},
    {"service_environment_file", "Service", "EnvironmentFile", one_text, "a file of such lines"},
    {"service_working_directory", "Service", "WorkingDirectory", one_text, "the working directory"},
    {"service_standard_input",
     "Service",
     "StandardInput",
     one_text,
     "its standard input: null, tty, ..."},
    {"service_standard_output", "Service", "StandardOutput", one_text, "its standard output"},
    {"service_standard_error", "Service", "StandardError", one_text, "its standard error"},
    {"service_tty_path", "Service", "TTYPath", one_text, "the terminal, when one of these is tty"},
    {"service_extra", "Service", "", list_of_texts, "further lines of [Service]"},
    {"install_wanted_by",
     "Install",
     "WantedBy",
     list_of_texts,
     "units that start it when it is enabled"},
    {"install_required_by", "Install", "RequiredBy", list_of_texts, "units that then require it"},
    {"install_extra", "Install", "", list_of_texts, "further lines of [Install]"},
};

} // namespace

std::span<const UnitKey> unit_keys() {
    return keys;
}

} // namespace vow::modules
