#include "protocol/system/replacement.h"

#include "protocol/system/file_attributes.h"

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow {
namespace {

int error_from(int result) {
    return result == 0 ? 0 : errno;
}

constexpr std::string_view mark = ".vow-";
constexpr std::size_t random_letters = 12;

/// Hidden, so that no program takes it for a file of its own.
std::string temporary_name_for(const std::string& name, std::string_view end) {
    const std::size_t room = NAME_MAX - 1 - mark.size() - random_letters;
    return "." + name.substr(0, room) + std::string(mark) + std::string(end);
}

/// The first name to try, where a leftover is found again.
std::string usual_name_for(const std::string& name) {
    return temporary_name_for(name, "new");
}

/// For a file that others replace at the same time, or whose folder another user fills with names.
std::string unique_name_for(const std::string& name) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz012345";
    std::array<unsigned char, random_letters> random = {};
    ::getrandom(random.data(), random.size(), 0); // cannot fail for so few bytes
    std::string end;
    for (const unsigned char byte : random)
        end += letters[byte % letters.size()];
    return temporary_name_for(name, end);
}

bool lock_file(const FileDescriptor& file) {
    return ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
}

} // namespace

SystemResult<Replacement> Replacement::beside(const Place& place) {
    Replacement replacement(place);
    if (const int error = replacement.open(); error != 0)
        return SystemResult<Replacement>::failed(error);
    return replacement;
}

Replacement::Replacement(Replacement&& other) noexcept
    : place_(std::move(other.place_)),
      file_(std::move(other.file_)),
      temporary_(std::exchange(other.temporary_, {})) {}

Replacement::~Replacement() {
    if (!temporary_.empty()) ::unlinkat(place_.folder()->number(), temporary_.c_str(), 0);
}

int Replacement::open() {
    const int folder = place_.folder()->number();
    // Only /proc can give a name to a file that has none.
    static const bool has_proc = ::access("/proc/self/fd", X_OK) == 0;
    if (has_proc)
        file_ = FileDescriptor(::openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    return file_ ? 0 : open_with_name();
}

int Replacement::open_with_name() {
    remove_leftover();
    for (std::string name : {usual_name_for(place_.name()), unique_name_for(place_.name())}) {
        constexpr int new_file = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
        file_ = FileDescriptor(::openat(place_.folder()->number(), name.c_str(), new_file, 0600));
        if (!file_ && errno == EEXIST) continue;
        if (!file_) return errno;
        temporary_ = std::move(name);
        lock_file(file_);
        return 0;
    }
    return EEXIST;
}

/// Removes the file under the usual name when no living process holds it.
void Replacement::remove_leftover() const {
    const Place leftover(place_.folder(), usual_name_for(place_.name()));
    const auto file = leftover.open_file(Place::Access::read);
    if (!file || !lock_file(*file)) return;
    struct stat held = {};
    const auto named = leftover.status(); // the process that held it may just have renamed it
    if (named && ::fstat(file->number(), &held) == 0 && held.st_ino == named->st_ino)
        leftover.unlink();
}

int Replacement::write(std::string_view bytes) {
    return write_all(file_, bytes) ? 0 : errno;
}

int Replacement::write_hole(off_t size) {
    const off_t end = ::lseek(file_.number(), size, SEEK_CUR);
    return error_from(end < 0 ? -1 : ::ftruncate(file_.number(), end));
}

int Replacement::set_owner(uid_t owner, gid_t group) {
    return error_from(::fchown(file_.number(), owner, group));
}

int Replacement::set_mode(mode_t mode) {
    return error_from(::fchmod(file_.number(), mode));
}

int Replacement::adopt_attributes(const FileDescriptor& model, AttributeLoss loss) {
    struct stat status = {};
    if (::fstat(model.number(), &status) != 0) return errno;
    // A change of the owner clears bits of the mode and the capabilities; a change of the mode
    // changes the ACL.
    mode_t mode = status.st_mode & 07777U;
    if (const int error = set_owner(status.st_uid, status.st_gid); error != 0) {
        if (loss == AttributeLoss::refused || ::geteuid() == 0) return error;
        mode &= 0777U;
    }
    if (const int error = remove_acl(file_); error != 0) return error;
    if (const int error = set_mode(mode); error != 0) return error;
    return copy_extended_attributes(model, file_, loss);
}

int Replacement::sync(Durability durability) {
    int result = 0;
    switch (durability) {
    case Durability::unsynced: break;
    case Durability::content: result = ::fdatasync(file_.number()); break;
    case Durability::name: result = ::fsync(file_.number()); break;
    }
    if (result != 0) return errno;
    // Some file systems report a failed write only when a descriptor is closed.
    return FileDescriptor(::fcntl(file_.number(), F_DUPFD_CLOEXEC, 0)).close() ? 0 : errno;
}

int Replacement::link_as(const std::string& name) const {
    const std::string open_file = "/proc/self/fd/" + std::to_string(file_.number());
    const int folder = place_.folder()->number();
    return error_from(::linkat(AT_FDCWD, open_file.c_str(), folder, name.c_str(), AT_SYMLINK_FOLLOW)
    );
}

int Replacement::take_temporary_name() {
    if (!temporary_.empty()) return 0;
    lock_file(file_); // before another process can take it for a leftover
    std::string temporary = usual_name_for(place_.name());
    int error = link_as(temporary);
    if (error == EEXIST) {
        remove_leftover();
        error = link_as(temporary);
    }
    if (error == EEXIST) error = link_as(temporary = unique_name_for(place_.name()));
    if (error == 0) temporary_ = std::move(temporary);
    return error;
}

int Replacement::commit(Existing existing, Durability durability) {
    if (const int error = sync(durability); error != 0) return error;
    const int folder = place_.folder()->number();
    const std::string& name = place_.name();
    if (existing == Existing::refused && temporary_.empty()) {
        if (const int error = link_as(name); error != 0) return error;
    } else {
        if (const int error = take_temporary_name(); error != 0) return error;
        const unsigned flags = existing == Existing::refused ? RENAME_NOREPLACE : 0;
        if (::renameat2(folder, temporary_.c_str(), folder, name.c_str(), flags) != 0) return errno;
        temporary_.clear();
    }
    if (durability != Durability::name) return 0;
    const FileDescriptor open(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // Some file systems cannot sync a folder, and need not.
    if (!open || (::fsync(open.number()) != 0 && errno != EINVAL)) return errno;
    return 0;
}

int replace_file(
    const Place& place, std::string_view bytes, mode_t mode, Replacement::Durability durability
) {
    auto file = Replacement::beside(place);
    if (!file) return file.error();
    if (const int error = file->write(bytes)) return error;
    if (const int error = file->set_mode(mode)) return error;
    return file->commit(Replacement::Existing::replaced, durability);
}

int replace_link(const Place& place, const std::string& target) {
    const Place fresh(place.folder(), temporary_name_for(place.name(), "link"));
    int error = fresh.make_link(target);
    if (error == EEXIST && fresh.unlink() == 0) // a killed process left it
        error = fresh.make_link(target);
    if (error != 0) return error;
    error = fresh.rename_to(place);
    if (error != 0) fresh.unlink();
    return error;
}

} // namespace vow
