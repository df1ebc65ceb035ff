#include "protocol/system/place.h"

#include "protocol/system/path_walk.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace vow {
namespace {

int error_of(int result) {
    return result == 0 ? 0 : errno;
}

bool is_same_file(const struct stat& one, const struct stat& other) {
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

OpenFolder current_folder() {
    static const OpenFolder current = std::make_shared<const FileDescriptor>(AT_FDCWD);
    return current;
}

struct CloseDirectory {
    void operator()(DIR* directory) const { ::closedir(directory); }
};

} // namespace

SystemResult<Place> Place::at(std::string_view path) {
    return PathWalk().place(current_folder(), path);
}

SystemResult<Place> Place::resolved() const {
    return PathWalk().resolve(*this);
}

SystemResult<OpenFolder> Place::open_folder() const {
    const int number =
        ::openat(folder_->number(), name_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (number < 0) return SystemResult<OpenFolder>::failed(errno);
    return OpenFolder(std::make_shared<const FileDescriptor>(number));
}

SystemResult<OpenFolder> Place::open_folder(const struct stat& seen) const {
    auto folder = open_folder();
    struct stat status = {};
    if (!folder) return folder;
    if (::fstat((*folder)->number(), &status) != 0) return SystemResult<OpenFolder>::failed(errno);
    return is_same_file(status, seen) ? folder : SystemResult<OpenFolder>::failed(ESTALE);
}

SystemResult<struct stat> Place::target_status() const {
    const auto found = status();
    if (!found || !S_ISLNK(found->st_mode)) return found;
    const auto target = resolved();
    return target ? target->status() : SystemResult<struct stat>::failed(target.error());
}

SystemResult<struct stat> Place::status() const {
    struct stat found = {};
    if (::fstatat(folder_->number(), name_.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0)
        return SystemResult<struct stat>::failed(errno);
    return found;
}

SystemResult<std::string> Place::link_target() const {
    std::array<char, PATH_MAX> text; // NOLINT(*-member-init): readlinkat() fills it
    const ssize_t size = ::readlinkat(folder_->number(), name_.c_str(), text.data(), text.size());
    if (size < 0) return SystemResult<std::string>::failed(errno);
    return std::string(text.data(), static_cast<std::size_t>(size));
}

bool Place::is_dangling() const {
    const auto found = status();
    if (!found || !S_ISLNK(found->st_mode)) return false;
    struct stat target = {};
    return ::fstatat(folder_->number(), name_.c_str(), &target, 0) != 0 && errno != EACCES;
}

SystemResult<FileDescriptor> Place::open_file(Access access) const {
    auto opened = open_with_status(access);
    return opened ? std::move(opened->file) : SystemResult<FileDescriptor>::failed(opened.error());
}

SystemResult<OpenFile> Place::open_with_status(Access access) const {
    using Result = SystemResult<OpenFile>;
    const int wanted = access == Access::read    ? O_RDONLY
                       : access == Access::write ? O_WRONLY
                                                 : O_RDWR;
    FileDescriptor file(::openat(
        folder_->number(), name_.c_str(), wanted | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    ));
    if (!file && errno == ENXIO) return Result::failed(EINVAL); // a fifo without a reader
    if (!file) return Result::failed(errno);
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0) return Result::failed(errno);
    if (S_ISREG(status.st_mode)) return OpenFile{std::move(file), status};
    return Result::failed(S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
}

SystemResult<OpenFile> Place::open_target(Access access) const {
    auto opened = open_with_status(access); // most places are not links
    if (opened || opened.error() != ELOOP) return opened;
    const auto target = resolved();
    return target ? target->open_with_status(access)
                  : SystemResult<OpenFile>::failed(target.error());
}

SystemResult<FileDescriptor> Place::open_output(Writing writing, mode_t mode) const {
    const int how = writing == Writing::over ? O_TRUNC : O_APPEND;
    constexpr int flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC;
    FileDescriptor file(::openat(folder_->number(), name_.c_str(), flags | how, mode));
    return file ? std::move(file) : SystemResult<FileDescriptor>::failed(errno);
}

int Place::unlink() const {
    return error_of(::unlinkat(folder_->number(), name_.c_str(), 0));
}

int Place::remove_folder() const {
    return error_of(::unlinkat(folder_->number(), name_.c_str(), AT_REMOVEDIR));
}

/// No path leads to a folder that is nested more deeply.
constexpr int max_folder_depth = PATH_MAX / 2;

int Place::remove_tree() const {
    return remove_tree(max_folder_depth);
}

int Place::remove_tree(int levels) const {
    if (const int error = unlink(); error != EISDIR) return error;
    if (levels == 0) return ENAMETOOLONG;
    const auto inside = open_folder();
    if (!inside) return inside.error();
    const auto names = names_in(*inside);
    if (!names) return names.error();
    for (const std::string& name : *names) {
        const int error = Place(*inside, name).remove_tree(levels - 1);
        if (error != 0 && error != ENOENT) return error;
    }
    return remove_folder();
}

int Place::rename_to(const Place& target) const {
    return error_of(
        ::renameat(folder_->number(), name_.c_str(), target.folder_->number(), target.name_.c_str())
    );
}

int Place::make_folder(mode_t mode) const {
    // Inaccessible to other users until its mode is set.
    if (::mkdirat(folder_->number(), name_.c_str(), 0700) != 0) return errno;
    const auto made = open_folder();
    return made ? error_of(::fchmod((*made)->number(), mode)) : made.error();
}

int Place::make_fifo(mode_t mode) const {
    if (::mkfifoat(folder_->number(), name_.c_str(), 0600) != 0) return errno;
    const auto made = status();
    if (!made) return made.error();
    return S_ISFIFO(made->st_mode) ? set_mode(mode, *made) : ESTALE;
}

int Place::make_hard_link(const Place& source) const {
    return error_of(::linkat(
        source.folder_->number(), source.name_.c_str(), folder_->number(), name_.c_str(), 0
    ));
}

int Place::make_hard_link(const FileDescriptor& file) const {
    const std::string entry = "/proc/self/fd/" + std::to_string(file.number());
    return error_of(
        ::linkat(AT_FDCWD, entry.c_str(), folder_->number(), name_.c_str(), AT_SYMLINK_FOLLOW)
    );
}

int Place::touch() const {
    return error_of(::utimensat(folder_->number(), name_.c_str(), nullptr, AT_SYMLINK_NOFOLLOW));
}

int Place::set_modified(const timespec& time) const {
    const std::array<timespec, 2> times = {timespec{.tv_sec = 0, .tv_nsec = UTIME_OMIT}, time};
    return error_of(::utimensat(folder_->number(), name_.c_str(), times.data(), AT_SYMLINK_NOFOLLOW)
    );
}

int Place::make_link(const std::string& target) const {
    return error_of(::symlinkat(target.c_str(), folder_->number(), name_.c_str()));
}

int Place::set_owner(uid_t owner, gid_t group, const struct stat& seen) const {
    if (would_be_believed(seen, owner)) return ENOLINK;
    const auto file = pinned(seen);
    if (!file) return file.error();
    return error_of(::fchownat(file->number(), "", owner, group, AT_EMPTY_PATH));
}

int Place::set_mode(mode_t mode, const struct stat& seen) const {
    if (S_ISLNK(seen.st_mode)) return EOPNOTSUPP;
    const auto file = pinned(seen);
    if (!file) return file.error();
    // fchmod does not take a descriptor that only names a file; its entry in /proc does.
    const std::string entry = "/proc/self/fd/" + std::to_string(file->number());
    return error_of(::chmod(entry.c_str(), mode));
}

SystemResult<FileDescriptor> Place::pinned(const struct stat& seen) const {
    using Result = SystemResult<FileDescriptor>;
    FileDescriptor file(::openat(folder_->number(), name_.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)
    );
    struct stat status = {};
    if (!file || ::fstat(file.number(), &status) != 0) return Result::failed(errno);
    if (!is_same_file(status, seen)) return Result::failed(ESTALE);
    return file;
}

SystemResult<std::vector<std::string>> names_in(const OpenFolder& folder) {
    using Result = SystemResult<std::vector<std::string>>;
    FileDescriptor again(::openat(folder->number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!again) return Result::failed(errno);
    const std::unique_ptr<DIR, CloseDirectory> directory(::fdopendir(again.number()));
    if (!directory) return Result::failed(errno);
    again.release(); // closed with the directory
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(directory.get())) {
        const std::string_view name(entry->d_name);
        if (name != "." && name != "..") names.emplace_back(name);
    }
    std::ranges::sort(names);
    return names;
}

int make_folders(std::string_view path, mode_t mode) {
    auto place = Place::at(path);
    if (!place && place.error() == ENOENT) {
        const std::size_t slash = path.find_last_of('/', path.find_last_not_of('/'));
        const int error = make_folders(path.substr(0, slash), mode);
        if (error != 0) return error;
        place = Place::at(path);
    }
    if (!place) return place.error();
    const auto found = place->target_status();
    if (found) return S_ISDIR(found->st_mode) ? 0 : ENOTDIR;
    return found.error() == ENOENT ? place->make_folder(mode) : found.error();
}

std::optional<RefusedLink> refused_link(std::string_view path) {
    PathWalk walk;
    if (const auto place = walk.place(current_folder(), path)) walk.resolve(*place);
    return walk.refused();
}

} // namespace vow
