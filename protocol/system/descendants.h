#pragma once

#include "protocol/system/child.h"
#include "protocol/system/process_table.h"

#include <chrono>
#include <vector>

namespace vow {

/// The processes that a child has started, and those that these have started, also where they have
/// left its process group, as daemons do. Holds them by pidfd, so that they can be signalled after
/// they have lost their parents, and waited for, although they are not our children.
///
/// Does not find a process whose parents had all exited before the search and that has removed the
/// child's mark from its environment.
class Descendants {
public:
    /// Signals those outside of the child's group, and then the child, which was not waited for,
    /// and its group. SIGKILL is sent until no more are found. Those whose parents have exited
    /// count only if they started at `since` or later: earlier ones are daemons that the child has
    /// started on purpose.
    void signal_all(const Child& child, ProcessTime since, int number);

    /// Waits until those that were signalled have ended, no longer than `limit`: a process ends
    /// some time after it was killed, and until then it can hold files, ports and locks.
    void wait_for_end(std::chrono::milliseconds limit) const;

    /// True if none was signalled.
    bool empty() const { return found_.empty(); }

private:
    struct Process {
        pid_t pid;
        std::int64_t start_ticks;
        std::int64_t group;
        FileDescriptor descriptor;
    };

    bool find(const Child& child, ProcessTime since);
    bool holds(pid_t pid, std::int64_t start_ticks) const;

    std::vector<Process> found_;
};

} // namespace vow
