#pragma once

#include "protocol/system/running_process.h"

#include <optional>
#include <vector>

#include <sys/types.h>

namespace vow {

/// The content of /proc/PID/stat (proc_pid_stat(5)), in the kernel's units.
struct ProcessStat {
    std::string program; ///< the name of the executable, cut after 15 bytes
    char state;          ///< R, S, D, Z, T, ...
    std::int64_t parent, group, terminal, user_ticks, system_ticks, nice, threads, start_ticks;
    std::int64_t virtual_bytes, resident_pages;
};

/// A moment in the units of ProcessStat::start_ticks.
struct ProcessTime {
    std::int64_t ticks = 0;

    static ProcessTime now();
};

/// Sorted.
std::vector<pid_t> process_ids();

/// nullopt if the process does not exist.
std::optional<ProcessStat> stat_of(pid_t process);

/// Includes children that have ended and were not waited for.
std::vector<pid_t> children_of(pid_t parent);

/// True if the process exists and has not ended.
bool is_alive(pid_t process);

/// The arguments of the process, joined by blanks; empty for a kernel thread, a zombie, and a
/// process that does not exist.
std::string command_line_of(pid_t process);

/// The environment that the process was started with, "NAME=value" with a zero byte after each;
/// empty if we may not read it.
std::string environment_of(pid_t process);

/// All processes, sorted by number.
std::vector<RunningProcess> running_processes();

} // namespace vow
