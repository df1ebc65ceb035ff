#include "protocol/system/path_walk.h"

#include <array>
#include <cerrno>
#include <climits>

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace vow {
namespace {

constexpr int pin = O_PATH | O_NOFOLLOW | O_CLOEXEC; ///< names a file without opening it

SystemResult<OpenFolder> opened(int number) {
    if (number < 0) return SystemResult<OpenFolder>::failed(errno);
    return OpenFolder(std::make_shared<const FileDescriptor>(number));
}

/// Opens a whole path in one call if it contains no link. -1 otherwise.
int open_without_links(int base, const std::string& path) {
    open_how how = {};
    how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return static_cast<int>(::syscall(SYS_openat2, base, path.c_str(), &how, sizeof how));
}

bool has_owners_of(const struct stat& target, const struct stat& link) {
    return target.st_uid == link.st_uid && target.st_gid == link.st_gid;
}

bool is_on_proc(const FileDescriptor& file) {
    struct statfs found = {};
    return ::fstatfs(file.number(), &found) == 0 && found.f_type == PROC_SUPER_MAGIC;
}

/// Whether a link of /proc names an open file or folder, so that its text may name another place.
/// Others there are texts, such as /proc/mounts.
bool is_magic(const FileDescriptor& folder, const std::string& name) {
    open_how how = {};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_NO_MAGICLINKS;
    const auto number = ::syscall(SYS_openat2, folder.number(), name.c_str(), &how, sizeof how);
    return !FileDescriptor(static_cast<int>(number));
}

std::string_view without_slashes_at_end(std::string_view path) {
    while (path.size() > 1 && path.ends_with('/'))
        path.remove_suffix(1);
    return path;
}

} // namespace

bool is_planted(const struct stat& link) {
    return link.st_uid != 0 && link.st_uid != ::geteuid();
}

bool would_be_believed(const struct stat& file, uid_t owner) {
    return S_ISLNK(file.st_mode) && is_planted(file) && (owner == 0 || owner == ::geteuid());
}

SystemResult<Place> PathWalk::place(const OpenFolder& base, std::string_view path) {
    if (path.empty()) return SystemResult<Place>::failed(ENOENT);
    path = without_slashes_at_end(path);
    const std::size_t slash = path.rfind('/');
    std::string_view parent = slash == path.npos ? "." : path.substr(0, slash + 1);
    std::string name(path.substr(slash == path.npos ? 0 : slash + 1));
    if (name.empty() || name == "." || name == "..") { // the folder has no other name
        parent = path;
        name = ".";
    }
    auto folder = walk(base, parent);
    if (!folder) return SystemResult<Place>::failed(folder.error());
    return Place(std::move(*folder), std::move(name));
}

SystemResult<Place> PathWalk::resolve(const Place& place) {
    // Most places are not links, and one call shows it. Opening them never follows a link.
    const auto seen = place.status();
    if (!seen && seen.error() != ENOENT) return SystemResult<Place>::failed(seen.error());
    if (!seen || !S_ISLNK(seen->st_mode)) return place;
    const FileDescriptor here(::openat(place.folder()->number(), place.name().c_str(), pin));
    if (!here && errno != ENOENT) return SystemResult<Place>::failed(errno);
    struct stat status = {};
    if (!here || ::fstat(here.number(), &status) != 0 || !S_ISLNK(status.st_mode)) return place;
    if (is_on_proc(here) && is_magic(*place.folder(), place.name())) return place;
    const auto text = text_of(here);
    if (!text) return SystemResult<Place>::failed(text.error());
    const auto next = this->place(place.folder(), *text);
    auto target = next ? resolve(*next) : next;
    if (!target || !is_planted(status)) return target;
    const auto found = target->status();
    if (found && has_owners_of(*found, status)) return target;
    return SystemResult<Place>::failed(refuse(place.folder(), place.name(), status.st_uid));
}

PathWalk::Step PathWalk::walk(OpenFolder base, std::string_view path) {
    const int direct = open_without_links(base->number(), std::string(path));
    if (direct >= 0) return opened(direct);
    if (path.starts_with('/')) {
        auto root = opened(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!root) return root;
        base = std::move(*root);
    } else if (base->number() == AT_FDCWD) {
        auto current = opened(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!current) return current;
        base = std::move(*current);
    }
    while (!path.empty()) {
        const std::string name(path.substr(0, path.find('/')));
        path.remove_prefix(std::min(name.size() + 1, path.size()));
        if (name.empty() || name == ".") continue;
        auto next = enter(base, name);
        if (!next) return next;
        base = std::move(*next);
    }
    return base;
}

PathWalk::Step PathWalk::enter(const OpenFolder& folder, const std::string& name) {
    auto next = opened(::openat(folder->number(), name.c_str(), pin));
    struct stat status = {};
    if (!next) return next;
    if (::fstat((*next)->number(), &status) != 0) return Step::failed(errno);
    if (S_ISLNK(status.st_mode)) return follow(folder, name, **next);
    return S_ISDIR(status.st_mode) ? next : Step::failed(ENOTDIR);
}

PathWalk::Step
PathWalk::follow(const OpenFolder& folder, const std::string& name, const FileDescriptor& link) {
    struct stat status = {};
    if (::fstat(link.number(), &status) != 0) return Step::failed(errno);
    auto target =
        is_on_proc(*folder)
            ? opened(::openat(folder->number(), name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC))
            : walk_text(folder, link);
    if (!target || !is_planted(status)) return target;
    struct stat found = {};
    if (::fstat((*target)->number(), &found) != 0) return Step::failed(errno);
    if (has_owners_of(found, status)) return target;
    return Step::failed(refuse(folder, name, status.st_uid));
}

PathWalk::Step PathWalk::walk_text(const OpenFolder& folder, const FileDescriptor& link) {
    const auto text = text_of(link);
    return text ? walk(folder, *text) : Step::failed(text.error());
}

int PathWalk::refuse(const OpenFolder& folder, const std::string& name, uid_t owner) {
    std::array<char, PATH_MAX> text = {};
    const std::string entry = "/proc/self/fd/" + std::to_string(folder->number());
    const ssize_t size = ::readlink(entry.c_str(), text.data(), text.size());
    std::string path(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    if (!path.ends_with('/')) path += '/';
    refused_ = RefusedLink{.path = path + name, .owner = owner};
    return ENOLINK;
}

SystemResult<std::string> PathWalk::text_of(const FileDescriptor& link) {
    if (links_left_-- == 0) return SystemResult<std::string>::failed(ELOOP);
    std::array<char, PATH_MAX> text; // NOLINT(*-member-init): readlinkat() fills it
    const ssize_t size = ::readlinkat(link.number(), "", text.data(), text.size());
    if (size < 0) return SystemResult<std::string>::failed(errno);
    return std::string(text.data(), static_cast<std::size_t>(size));
}

} // namespace vow
