#pragma once

#include <string>

namespace vow::agent {

/// Where the kernel shows the control groups of this process and their limits.
struct ControlGroups {
    std::string own = "/proc/self/cgroup";
    std::string folder = "/sys/fs/cgroup";
};

/// The processors that a control group and those around it let this process use, rounded up; 0 if
/// none of them has a limit. Knows versions 1 and 2.
int processors_allowed_by(const ControlGroups& groups);

/// The number of processors that this process may use: at most those that it may run on, and those
/// that its control groups allow. At least 1.
int usable_processors();

} // namespace vow::agent
