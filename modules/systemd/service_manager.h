#pragma once

#include "modules/sdk/cpp/tool.h"

#include <string>
#include <variant>
#include <vector>

namespace vow::modules {

/// The state of a unit, in systemd's own words.
struct UnitState {
    std::string activity; ///< "active", "inactive", "failed", "activating", ...
    std::string
        enablement;   ///< "enabled", "disabled", "static", "masked", ...; empty without a unit file
    std::string file; ///< the unit file; may be empty
    bool is_outdated; ///< its files are newer than the loaded unit

    bool is_running() const { return activity == "active" || activity == "reloading"; }
    bool has_stopped() const { return activity == "inactive" || activity == "failed"; }
    bool is_masked() const { return enablement.starts_with("masked"); }
};

/// systemd, through the program systemctl. Borrows its arguments.
class ServiceManager {
public:
    ServiceManager(std::string executable, const Promise& promise, Log& log)
        : executable_(std::move(executable)),
          promise_(promise),
          log_(log) {}

    /// True if systemd runs this machine.
    static bool runs();

    /// The state of a unit, or why it is unknown.
    std::variant<UnitState, std::string> state_of(const std::string& unit) const;

    /// Runs a verb with its arguments. The problem is all output of systemctl, on one line.
    ToolRun systemctl(const std::vector<std::string>& arguments) const;

private:
    const std::string executable_;
    const Promise& promise_;
    Log& log_;
};

} // namespace vow::modules
