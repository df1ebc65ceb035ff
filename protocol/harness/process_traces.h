#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace vow::harness {

/// The traces of the living descendants of a process, whose orphans are its children, on the
/// machine besides files, so that two moments can be compared.
struct ProcessTraces {
    std::vector<pid_t> processes = {};
    std::vector<std::string> locks = {}; ///< paths of the locked files
};

ProcessTraces traces_below(pid_t ancestor);

/// The processes and locks that came between two moments, one sentence each: "it started ..., which
/// is still running".
std::vector<std::string> new_traces(const ProcessTraces& before, const ProcessTraces& after);

} // namespace vow::harness
