#pragma once

#include "policy/run/scheduler.h"

#include <set>
#include <string>

namespace vow::otterscript {

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
