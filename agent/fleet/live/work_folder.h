#pragma once

#include "agent/fleet/membership.h"
#include "agent/state/lock_file.h"
#include "protocol/system/file_descriptor.h"

#include <optional>
#include <string>

namespace vow::agent {

/// Held by the resident agent of a work folder while it runs, and by `vow fleet leave`.
class AgentLock {
public:
    explicit AgentLock(const Membership& membership);

    /// Why it could not be taken: an agent has it. nullopt: it is held.
    std::optional<std::string> fault() const { return fault_; }

private:
    LockFile file_;
    std::optional<std::string> fault_;
};

/// Notices when a run in a work folder has ended: it closes the state database then, as other
/// commands do.
class RunWatch {
public:
    /// Of a folder of the state. Without a watch, as where the kernel has none left, it never
    /// notices anything.
    explicit RunWatch(const std::string& folder);

    /// For poll(): readable when there may be something.
    int descriptor() const { return file_.number(); }
    /// Whether a run may have ended since the last call.
    bool take_end();

private:
    FileDescriptor file_;
};

} // namespace vow::agent
