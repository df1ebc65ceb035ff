#include "modules/systemd/service_manager.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include <unistd.h>

namespace vow::modules {
namespace {

/// Parses lines "NAME=VALUE".
std::map<std::string, std::string> properties_in(const std::string& lines) {
    std::map<std::string, std::string> properties;
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);) {
        const std::size_t equals = line.find('=');
        if (equals != std::string::npos)
            properties[line.substr(0, equals)] = line.substr(equals + 1);
    }
    return properties;
}

std::string last_part(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

/// Whether a part of the unit was added since systemd read its files. It notices by itself only
/// parts in folders that it knows, not the first override.
bool has_unread_override(
    const std::string& unit, const std::string& unit_file, const std::string& read_overrides
) {
    std::vector<std::string> known = words_of(read_overrides);
    std::ranges::transform(known, known.begin(), last_part);
    for (const std::string& folder : {folder_of(unit_file), std::string("/etc/systemd/system")}) {
        std::error_code fault;
        for (const auto& part :
             std::filesystem::directory_iterator(folder + "/" + unit + ".d", fault)) {
            const std::string name = part.path().filename();
            const bool is_part = name.ends_with(".conf") && part.is_regular_file(fault);
            if (is_part && std::ranges::find(known, name) == known.end()) return true;
        }
    }
    return false;
}

} // namespace

bool ServiceManager::runs() {
    return ::access("/run/systemd/system", F_OK) == 0;
}

std::variant<UnitState, std::string> ServiceManager::state_of(const std::string& unit) const {
    const ToolRun shown = systemctl(
        {"show",
         "--property=ActiveState,UnitFileState,FragmentPath,NeedDaemonReload,DropInPaths",
         "--",
         unit}
    );
    if (!shown.succeeded) return shown.problem;
    auto properties = properties_in(shown.output);
    if (properties["ActiveState"].empty())
        return text({"'", executable_, "' does not show its state"});
    UnitState state{
        .activity = properties["ActiveState"],
        .enablement = properties["UnitFileState"],
        .file = properties["FragmentPath"],
        .is_outdated =
            properties["NeedDaemonReload"] == "yes" ||
            has_unread_override(unit, properties["FragmentPath"], properties["DropInPaths"]),
    };
    // An init script: systemd does not know whether it is enabled.
    if (state.enablement == "generated")
        state.enablement =
            systemctl({"is-enabled", "--quiet", "--", unit}).succeeded ? "enabled" : "disabled";
    return state;
}

ToolRun ServiceManager::systemctl(const std::vector<std::string>& arguments) const {
    std::vector<std::string> whole = {"--no-ask-password", "--no-pager"};
    whole.insert(whole.end(), arguments.begin(), arguments.end());
    ToolRun ran = run_tool({.name = executable_, .arguments = whole}, promise_, log_);
    if (!ran.succeeded && !ran.output.empty()) {
        ran.problem = ran.output;
        std::ranges::replace(ran.problem, '\n', ' ');
    }
    return ran;
}

} // namespace vow::modules
