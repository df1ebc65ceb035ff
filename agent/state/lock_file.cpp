#include "agent/state/lock_file.h"

#include "protocol/system/process_table.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>

namespace vow::agent {
namespace {

using std::chrono::system_clock;

/// Two promises may share a note: the later one overwrites it. Unused ones take no space on disk.
constexpr std::uint64_t notes = 1U << 14U;

struct flock byte_of(std::uint64_t promise, short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = static_cast<off_t>(promise >> 1U); // offsets are signed
    lock.l_len = 1;
    return lock;
}

std::int64_t start_of(pid_t process) {
    const auto stat = stat_of(process);
    return stat ? stat->start_ticks : 0;
}

} // namespace

/// As it is in the file. Times are seconds since the epoch; 0: none.
struct LockFile::Note {
    std::uint64_t promise;
    std::int64_t since, kept;
    std::int64_t process, process_start;

    static off_t place(std::uint64_t promise) {
        return static_cast<off_t>((promise % notes) * sizeof(Note));
    }
};

LockFile::LockFile(const std::string& path)
    : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)),
      our_process_(::getpid()),
      our_start_(start_of(::getpid())) {
    if (!file_) throw std::system_error(errno, std::generic_category(), path);
}

LockFile::~LockFile() {
    struct flock all {};
    all.l_type = F_UNLCK;
    all.l_whence = SEEK_SET;
    ::fcntl(file_.number(), F_OFD_SETLK, &all);
}

std::variant<LockFile::Taken, LockFile::Holder> LockFile::take(std::uint64_t promise, Time now) {
    if (!take_unnoted(promise)) return holder_of(promise);
    const auto before = read_note(promise);
    const std::int64_t kept = before ? before->kept : 0;
    write_note({promise, system_clock::to_time_t(now), kept, our_process_, our_start_});
    if (kept == 0) return Taken{};
    return Taken{.kept = system_clock::from_time_t(kept)};
}

bool LockFile::take_unnoted(std::uint64_t promise) {
    struct flock lock = byte_of(promise, F_WRLCK);
    return ::fcntl(file_.number(), F_OFD_SETLK, &lock) == 0;
}

void LockFile::note_kept(std::uint64_t promise, Time now) {
    const auto seconds = system_clock::to_time_t(now);
    write_note({promise, seconds, seconds, our_process_, our_start_});
}

void LockFile::give_back(std::uint64_t promise) {
    struct flock lock = byte_of(promise, F_UNLCK);
    ::fcntl(file_.number(), F_OFD_SETLK, &lock);
}

LockFile::Holder LockFile::holder_of(std::uint64_t promise) const {
    const auto note = read_note(promise);
    if (!note) return {};
    const auto process = static_cast<pid_t>(note->process);
    const bool is_there = process > 0 && start_of(process) == note->process_start;
    return {.process = is_there ? process : 0, .since = system_clock::from_time_t(note->since)};
}

std::optional<LockFile::Note> LockFile::read_note(std::uint64_t promise) const {
    Note note{};
    if (::pread(file_.number(), &note, sizeof note, Note::place(promise)) != sizeof note)
        return std::nullopt;
    return note.promise == promise ? std::optional(note) : std::nullopt;
}

/// If a note cannot be written, only the times are unknown.
void LockFile::write_note(const Note& note) {
    [[maybe_unused]] const ssize_t written =
        ::pwrite(file_.number(), &note, sizeof note, Note::place(note.promise));
}

} // namespace vow::agent
