#pragma once

#include "protocol/system/file_descriptor.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace vow::agent {

/// Which promises are being kept at this moment, by any agent on this machine: each holds a lock on
/// one byte of a file, at the hash of the promise. The kernel lets go when the process ends,
/// however it does, and knows who holds what.
class LockFile {
public:
    using Time = std::chrono::system_clock::time_point;

    struct Holder {
        pid_t process;             ///< 0: not visible from here
        std::optional<Time> since; ///< none: not known
    };

    /// Throws std::system_error when the file cannot be opened.
    explicit LockFile(const std::string& path);

    /// None: it is ours now. Locks of one process do not keep that process out.
    std::optional<Holder> take(std::uint64_t promise, Time now);
    void give_back(std::uint64_t promise);

private:
    std::optional<Time> noted_time(std::uint64_t promise) const;

    FileDescriptor file_;
};

} // namespace vow::agent
