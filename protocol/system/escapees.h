#pragma once

#include "protocol/system/child.h"

#include <vector>

namespace vow {

/// Descendants of a child that have left its process group, as daemons do. Holds them by pidfd, so
/// that they can be signalled after they have lost their parents.
///
/// Does not find a process whose parents had all exited before the search.
class Escapees {
public:
    /// Searches for them below a child that was not waited for, and adds them to those found
    /// before.
    void find(const Child& child);
    void signal(int number) const;

private:
    std::vector<FileDescriptor> found_;
};

} // namespace vow
