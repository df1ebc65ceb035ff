#pragma once

#include <string_view>

namespace vow::modules {

/// An operation of systemctl on a unit, or on systemd itself.
struct UnitStep {
    enum class Target { unit, systemd };

    std::string_view verb;
    std::string_view to_do, done;              ///< in words; the unit's name follows
    std::string_view class_done, class_failed; ///< suffixes of result classes
    Target target = Target::unit;
    std::string_view option = {}; ///< of the verb; may be empty
};

namespace unit_step {

using enum UnitStep::Target;

inline constexpr UnitStep start{"start", "start", "Started", "started", "start_failed"};
inline constexpr UnitStep stop{"stop", "stop", "Stopped", "stopped", "stop_failed"};
inline constexpr UnitStep restart{"restart", "restart", "Restarted", "restarted", "restart_failed"};
inline constexpr UnitStep reload{"reload", "reload", "Reloaded", "reloaded", "reload_failed"};
inline constexpr UnitStep enable{"enable", "enable", "Enabled", "enabled", "enable_failed"};
inline constexpr UnitStep disable{"disable", "disable", "Disabled", "disabled", "disable_failed"};
inline constexpr UnitStep mask{"mask", "mask", "Masked", "masked", "mask_failed"};
inline constexpr UnitStep unmask{"unmask", "unmask", "Unmasked", "unmasked", "unmask_failed"};
inline constexpr UnitStep unmask_runtime{
    "unmask", "unmask", "Unmasked", "unmasked", "unmask_failed", unit, "--runtime"};
inline constexpr UnitStep daemon_reload{
    "daemon-reload",
    "reload all unit files",
    "Reloaded all unit files",
    "daemon_reload",
    "daemon_reload_failed",
    systemd};
inline constexpr UnitStep daemon_reexec{
    "daemon-reexec",
    "re-execute systemd",
    "Re-executed systemd",
    "daemon_reexec",
    "daemon_reexec_failed",
    systemd};

} // namespace unit_step
} // namespace vow::modules
