#pragma once

#include "modules/sdk/cpp/tool.h"

#include <string>
#include <variant>
#include <vector>

namespace vow::modules {

/// What systemd says of a unit, in its own words.
struct UnitState {
    std::string activity;   ///< "active", "inactive", "failed", "activating", ...
    std::string enablement; ///< "enabled", "disabled", "static", "masked", ...; empty: no unit file
    std::string file;       ///< the unit file; empty: none
    bool is_outdated;       ///< the file is newer than what systemd has read

    bool is_running() const { return activity == "active" || activity == "reloading"; }
    bool has_stopped() const { return activity == "inactive" || activity == "failed"; }
    bool is_masked() const { return enablement.starts_with("masked"); }
};

/// systemd, by the program systemctl. It borrows what it is made of.
class ServiceManager {
public:
    ServiceManager(std::string executable, const Promise& promise, Log& log)
        : executable_(std::move(executable)),
          promise_(promise),
          log_(log) {}

    /// Whether systemd runs this machine.
    static bool runs();

    /// Or why systemd does not say.
    std::variant<UnitState, std::string> state_of(const std::string& unit) const;

    /// A verb and what goes with it. The problem is all that systemctl said, in one line.
    ToolRun systemctl(const std::vector<std::string>& arguments) const;

private:
    const std::string executable_;
    const Promise& promise_;
    Log& log_;
};

} // namespace vow::modules
