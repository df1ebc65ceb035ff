#pragma once

#include "protocol/system/file_descriptor.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace vow::agent {

/// Locks on the promises that agents on this machine keep at this time: each is a lock on one byte
/// of a file, at the hash of the promise. The kernel releases it when the process ends for any
/// reason, and knows the holder.
class LockFile {
public:
    using Time = std::chrono::system_clock::time_point;

    struct Holder {
        pid_t process;             ///< 0 if not visible from here
        std::optional<Time> since; ///< nullopt if unknown
    };

    /// Throws std::system_error when the file cannot be opened.
    explicit LockFile(const std::string& path);

    /// Takes the lock; returns nullopt on success, otherwise the holder. Locks of one process do
    /// not exclude that process.
    std::optional<Holder> take(std::uint64_t promise, Time now);
    void give_back(std::uint64_t promise);

private:
    std::optional<Time> noted_time(std::uint64_t promise) const;

    FileDescriptor file_;
};

} // namespace vow::agent
