#pragma once

#include "agent/fleet/membership.h"
#include "agent/state/lock_file.h"

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

} // namespace vow::agent
