#include "agent/state/lock_file.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>

namespace vow::agent {
namespace {

/// Besides the locks the file holds the time at which each was taken. Two promises may share such a
/// note: the later one overwrites it.
struct Note {
    std::uint64_t promise;
    std::int64_t since; ///< seconds since the epoch
};

constexpr std::uint64_t notes = 4096;

off_t place_of_note(std::uint64_t promise) {
    return static_cast<off_t>((promise % notes) * sizeof(Note));
}

struct flock byte_of(std::uint64_t promise, short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = static_cast<off_t>(promise >> 1U); // offsets are signed
    lock.l_len = 1;
    return lock;
}

} // namespace

LockFile::LockFile(const std::string& path)
    : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (!file_) throw std::system_error(errno, std::generic_category(), path);
}

std::optional<LockFile::Holder> LockFile::take(std::uint64_t promise, Time now) {
    struct flock lock = byte_of(promise, F_WRLCK);
    if (::fcntl(file_.number(), F_SETLK, &lock) == 0) {
        const Note note{promise, std::chrono::system_clock::to_time_t(now)};
        // If the note cannot be written, only the time is unknown.
        [[maybe_unused]] const ssize_t written =
            ::pwrite(file_.number(), &note, sizeof note, place_of_note(promise));
        return std::nullopt;
    }
    lock = byte_of(promise, F_WRLCK);
    ::fcntl(file_.number(), F_GETLK, &lock);
    if (lock.l_type == F_UNLCK) return take(promise, now); // it was just released
    return Holder{.process = lock.l_pid, .since = noted_time(promise)};
}

void LockFile::give_back(std::uint64_t promise) {
    struct flock lock = byte_of(promise, F_UNLCK);
    ::fcntl(file_.number(), F_SETLK, &lock);
}

std::optional<LockFile::Time> LockFile::noted_time(std::uint64_t promise) const {
    Note note{};
    if (::pread(file_.number(), &note, sizeof note, place_of_note(promise)) != sizeof note) {
        return std::nullopt;
    }
    if (note.promise != promise) return std::nullopt;
    return std::chrono::system_clock::from_time_t(note.since);
}

} // namespace vow::agent
