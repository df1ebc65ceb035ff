#pragma once

#include "policy/run/scheduler.h"

#include <string>
#include <vector>

namespace vow::otterscript {

class Inventory;

/// The servers that `Acquire-Server` has taken, until they are released or the run ends.
class ServerPool {
public:
    struct Acquired {
        std::string role;
        std::string server;
    };

    /// Waits in `task` for a free active server of a role. Empty if the role has none. Throws
    /// Deadlock if none can become free.
    std::string acquire(const Inventory& inventory, const std::string& role, Task& task);
    enum class Released { yes, not_taken };
    Released release(const std::string& role, const std::string& server);
    const std::vector<Acquired>& acquired() const { return acquired_; }

private:
    std::vector<Acquired> acquired_;
    WaitingTasks freed_;
};

} // namespace vow::otterscript
