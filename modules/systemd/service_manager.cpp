#include "modules/systemd/service_manager.h"

#include "modules/sdk/cpp/text.h"

#include <algorithm>
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

} // namespace

bool ServiceManager::runs() {
    return ::access("/run/systemd/system", F_OK) == 0;
}

std::variant<UnitState, std::string> ServiceManager::state_of(const std::string& unit) const {
    const ToolRun shown = systemctl(
        {"show", "--property=ActiveState,UnitFileState,FragmentPath,NeedDaemonReload", "--", unit}
    );
    if (!shown.succeeded) return shown.problem;
    auto properties = properties_in(shown.output);
    if (properties["ActiveState"].empty())
        return text({"'", executable_, "' does not show its state"});
    UnitState state{
        .activity = properties["ActiveState"],
        .enablement = properties["UnitFileState"],
        .file = properties["FragmentPath"],
        .is_outdated = properties["NeedDaemonReload"] == "yes",
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
