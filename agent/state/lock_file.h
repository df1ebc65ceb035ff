#pragma once

#include "protocol/system/file_descriptor.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include <sys/types.h>

namespace vow::agent {

/// Locks on the promises that agents on this machine keep at this time: each is a lock on one byte
/// of a file, at the hash of the promise. It belongs to the open file (F_OFD_SETLK in fcntl(2)):
/// the kernel releases it when the agent, and every child that has descriptor() open, has ended for
/// any reason.
///
/// Next to the locks the file has a note for each promise: its last holder, and when it was kept.
class LockFile {
public:
    using Time = std::chrono::system_clock::time_point;

    struct Holder {
        pid_t process = 0;              ///< 0 if it is unknown or has ended
        std::optional<Time> since = {}; ///< nullopt if unknown
    };
    struct Taken {
        std::optional<Time> kept; ///< last, by any agent; nullopt if that is not noted
    };

    /// Throws std::system_error when the file cannot be opened.
    explicit LockFile(const std::string& path);

    LockFile(const LockFile&) = delete;
    LockFile& operator=(const LockFile&) = delete;
    /// Gives all locks back, even if children have the file open.
    ~LockFile();

    /// Takes the lock, or returns the holder. A lock does not exclude the one who has taken it.
    std::variant<Taken, Holder> take(std::uint64_t promise, Time now);
    /// Takes the lock without a note. Returns whether it was free.
    bool take_unnoted(std::uint64_t promise);
    /// To be called before the lock is given back, so that its next holder learns of it.
    void note_kept(std::uint64_t promise, Time now);
    void give_back(std::uint64_t promise);

    int descriptor() const { return file_.number(); }

private:
    struct Note;

    std::optional<Note> read_note(std::uint64_t promise) const;
    void write_note(const Note& note);
    Holder holder_of(std::uint64_t promise) const;

    FileDescriptor file_;
    std::int64_t our_process_;
    std::int64_t our_start_; ///< in ticks, as /proc has it: process numbers are used again
};

} // namespace vow::agent
