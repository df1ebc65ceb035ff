#include "agent/command_line/arguments.h"
#include "agent/fleet/files.h"
#include "agent/fleet/live/commands.h"
#include "agent/fleet/live/host_reports.h"
#include "agent/fleet/live/work_folder.h"
#include "agent/fleet/membership.h"
#include "agent/personality/work_directory.h"
#include "protocol/system/child.h"

#include <cstdio>

namespace vow::agent {
namespace {

constexpr const char* folder_of_unit = "/var/lib/vow";
constexpr const char* unit = "vow-agent.service";

/// Ends the agent of the package, and keeps it from starting again. systemctl writes its own
/// messages; the lock shows whether the agent has ended.
void disable_unit() {
    constexpr std::chrono::seconds limit(100); // systemd kills it after 90
    auto command = Trust::of_process().checked(Command{
        .arguments = {"/usr/bin/systemctl", "disable", "--now", "--quiet", unit}});
    if (std::holds_alternative<Objection>(command)) return;
    auto started = start(std::get<TrustedCommand>(command), {});
    if (const auto* child = std::get_if<Child>(&started)) reap(*child, limit);
}

} // namespace

int leave_fleet(const Options& options) {
    const std::string work =
        absolute_path(work_directory_of(options.work_directory, options.personality));
    const Membership membership(work);
    if (!is_fleet_file(membership.folder())) {
        std::puts("this host has not joined a fleet");
        return number_of(ExitStatus::success);
    }
    if (work == folder_of_unit && is_fleet_file("/run/systemd/system")) disable_unit();
    const AgentLock lock(membership);
    if (const auto fault = lock.fault()) {
        std::fprintf(stderr, "vow: %s: end it first\n", fault->c_str());
        return number_of(ExitStatus::busy);
    }
    const auto access = membership.access();
    const std::int64_t dropped = HostReports(options).end();
    membership.leave();
    if (dropped > 0)
        std::printf(
            "%s %s\n",
            std::to_string(dropped).c_str(),
            dropped == 1 ? "report that the fleet has not got is dropped"
                         : "reports that the fleet has not got are dropped"
        );
    if (!access) {
        std::puts("removed the key of this host, which had not joined yet");
        return number_of(ExitStatus::success);
    }
    std::printf(
        "left the fleet as '%s', id %s\n"
        "Let an operator take its access back: vow fleet hosts revoke %s\n",
        access->name.c_str(),
        access->host.c_str(),
        access->host.substr(0, 12).c_str()
    );
    return number_of(ExitStatus::success);
}

} // namespace vow::agent
