#pragma once

#include "policy/run/scheduler.h"

#include <set>
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

/// The locks that blocks of one execution hold, by token.
class TokenLocks {
public:
    /// Waits in `task` while another block holds the token. Throws Deadlock if that block waits for
    /// this one.
    void take(const std::string& token, Task& task) {
        while (!held_.insert(token).second)
            freed_.wait_or_refuse(task);
    }
    void give_back(const std::string& token) {
        held_.erase(token);
        freed_.notify();
    }

private:
    std::set<std::string> held_;
    WaitingTasks freed_;
};

} // namespace vow::otterscript
