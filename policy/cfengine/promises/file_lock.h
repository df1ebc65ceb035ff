#pragma once

#include "policy/run/world.h"

#include <string>

namespace vow::cfengine {

/// Keeps other agents from editing a file between reading and saving it. If the lock stays taken
/// for 30 seconds, the edit goes on without it: a change by another agent is then noticed when the
/// text is saved.
class FileLock {
public:
    FileLock(World& world, const std::string& path);
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock();

private:
    World& world_;
    LockName name_;
    bool is_taken_ = false;
};

} // namespace vow::cfengine
