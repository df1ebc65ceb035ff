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

/// While it exists, processes whose parent has ended become children of this process (a subreaper):
/// so processes that a module leaves running are found, in other process groups and sessions too.
/// The destructor kills them. One at a time, since it is a property of the process.
class Adoption {
public:
    Adoption();
    Adoption(const Adoption&) = delete;
    Adoption& operator=(const Adoption&) = delete;
    ~Adoption();

    /// The living adopted processes; `module`, a child by birth, is excluded.
    std::vector<int> adopted(int module) const;

private:
    std::vector<int> children() const;

    std::vector<int> known_; ///< children that existed before
    bool was_adopting_;
};

} // namespace vow::harness
