#pragma once

#include "protocol/system/child.h"
#include "protocol/system/process_table.h"

#include <vector>

namespace vow {

/// Descendants of a child that have left its process group, as daemons do. Holds them by pidfd, so
/// that they can be signalled after they have lost their parents.
///
/// Does not find a process whose parents had all exited before the search and that has removed the
/// child's mark from its environment.
class Escapees {
public:
    /// Signals them, and then the child, which was not waited for, and its group. SIGKILL is sent
    /// until no more are found. Those whose parents have exited count only if they started at
    /// `since` or later: earlier ones are daemons that the child has started on purpose.
    void signal_all(const Child& child, ProcessTime since, int number);

private:
    struct Process {
        pid_t pid;
        std::int64_t start_ticks;
        FileDescriptor descriptor;
    };

    bool find(const Child& child, ProcessTime since);
    bool holds(pid_t pid, std::int64_t start_ticks) const;

    std::vector<Process> found_;
};

} // namespace vow
