#include "agent/machine/host.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/system/place.h"
#include "protocol/system/search_path.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace vow::agent {
namespace {

template <class T>
Answer<T> last_error() {
    return {.why_not = std::strerror(errno)};
}

struct Free {
    void operator()(char* text) const { std::free(text); }
};

struct CloseDirectory {
    void operator()(DIR* directory) const { ::closedir(directory); }
};

/// Why a path cannot be written to; for ENOLINK, the link that is not followed.
std::string reason(const std::string& path, int error) {
    const auto link = error == ENOLINK ? refused_link(path) : std::nullopt;
    if (!link) return std::strerror(error);
    return "Cannot follow symlink '" + link->path + "', which belongs to user " +
           std::to_string(link->owner) + "; its target has another owner or group";
}

/// Opens a regular file, links followed under the rule of Place.
Answer<OpenFile> open_guarded(const std::string& path) {
    const auto place = Place::at(path);
    if (!place) return {.why_not = reason(path, place.error())};
    auto opened = place->open_target(Place::Access::read);
    if (opened) return {.value = std::move(*opened)};
    if (opened.error() == EINVAL) return {.why_not = "it is not a regular file"};
    return {.why_not = reason(path, opened.error())};
}

/// Why others could know or choose the secret in an open file; nullopt if they cannot.
std::optional<std::string> objection_to_rights(const struct stat& status, SecretRights rights) {
    const mode_t refused = rights == SecretRights::group_reads ? 037 : 077;
    if (status.st_uid != 0 && status.st_uid != ::geteuid())
        return "it belongs neither to root nor to the user who runs this";
    if ((status.st_mode & refused) != 0)
        return "its group or others have rights to it; try chmod 600";
    return std::nullopt;
}

FileKind kind_of(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFDIR: return FileKind::directory;
    case S_IFLNK: return FileKind::symlink;
    case S_IFIFO: return FileKind::fifo;
    case S_IFSOCK: return FileKind::socket;
    case S_IFCHR: return FileKind::character_device;
    case S_IFBLK: return FileKind::block_device;
    default: return FileKind::regular;
    }
}

} // namespace

Answer<std::string> MachineHost::read_file(const std::string& path, std::size_t limit) {
    // A fifo without a writer would hold the agent up for ever.
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file) return last_error<std::string>();
    auto text = read_all(file, limit);
    if (!text) return last_error<std::string>();
    return {.value = std::move(text)};
}

Answer<std::string> MachineHost::read_guarded_file(const std::string& path, std::size_t limit) {
    const auto opened = open_guarded(path);
    if (!opened) return {.why_not = opened.why_not};
    const auto size = static_cast<std::size_t>(opened->status.st_size);
    auto text = read_all_of(opened->file, size, limit);
    if (!text) return last_error<std::string>();
    return {.value = std::move(text)};
}

Answer<std::string> MachineHost::read_secret_file(const std::string& path, SecretRights rights) {
    const auto place = Place::at(path);
    if (!place) return {.why_not = reason(path, place.error())};
    const auto opened = place->open_with_status(Place::Access::read);
    if (!opened) {
        const bool is_other_kind = opened.error() == ELOOP || opened.error() == EINVAL;
        return {
            .why_not = is_other_kind ? "it is not a regular file" : reason(path, opened.error())};
    }
    if (auto objection = objection_to_rights(opened->status, rights))
        return {.why_not = *std::move(objection)};
    auto text = read_all(opened->file, max_secret_bytes + 1);
    if (!text) return last_error<std::string>();
    return within(max_secret_bytes, {.value = std::move(text)});
}

CheckedAnswer<std::string>
MachineHost::read_trusted_file(const std::string& path, std::size_t limit) {
    using Checked = CheckedAnswer<std::string>;
    if (auto refusal = trust_.refusal_of(path)) {
        if (refusal->objection) return Checked::refused(std::move(refusal->objection->reason));
        return Checked::of({.why_not = std::strerror(refusal->error)});
    }
    return Checked::of(MachineHost::read_file(path, limit));
}

Answer<std::string> MachineHost::file_digest(const std::string& path, Digest::Algorithm algorithm) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat found {};
    if (!file || ::fstat(file.number(), &found) != 0) return last_error<std::string>();
    if (S_ISDIR(found.st_mode)) return {.why_not = std::strerror(EISDIR)};
    if (!S_ISREG(found.st_mode)) return {.why_not = "it is not a regular file"};
    return digest_of(file, algorithm);
}

Answer<std::string>
MachineHost::guarded_file_digest(const std::string& path, Digest::Algorithm algorithm) {
    const auto opened = open_guarded(path);
    return opened ? digest_of(opened->file, algorithm)
                  : Answer<std::string>{.why_not = opened.why_not};
}

Answer<std::string>
MachineHost::digest_of(const FileDescriptor& file, Digest::Algorithm algorithm) const {
    Digest digest(algorithm);
    std::array<char, 1 << 16> piece; // NOLINT(*-member-init): read() fills it
    while (stop_.signal() == 0) {
        const ssize_t count = ::read(file.number(), piece.data(), piece.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return last_error<std::string>();
        if (count == 0) return {.value = digest.digits()};
        digest.add({piece.data(), static_cast<std::size_t>(count)});
    }
    return {.why_not = "the run was stopped"};
}

Answer<FileStatus> MachineHost::status(const std::string& path, Symlinks symlinks) {
    struct stat found {};
    const int flags = symlinks == Symlinks::as_they_are ? AT_SYMLINK_NOFOLLOW : 0;
    if (::fstatat(AT_FDCWD, path.c_str(), &found, flags) != 0) return last_error<FileStatus>();
    return {
        .value = FileStatus{
            .kind = kind_of(found.st_mode),
            .mode = found.st_mode & 07777U,
            .owner = found.st_uid,
            .group = found.st_gid,
            .size = static_cast<std::uint64_t>(found.st_size),
            .inode = found.st_ino,
            .device = found.st_dev,
            .links = found.st_nlink,
            .accessed = found.st_atime,
            .modified = found.st_mtime,
            .changed = found.st_ctime,
        }};
}

bool MachineHost::may(Access access, const std::string& path) {
    static constexpr std::array modes = {F_OK, R_OK, W_OK, X_OK};
    return ::access(path.c_str(), modes.at(static_cast<std::size_t>(access))) == 0;
}

Answer<std::string> MachineHost::link_target(const std::string& path) {
    std::array<char, 4096> target{};
    const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
    if (length < 0) return last_error<std::string>();
    return {.value = std::string(target.data(), static_cast<std::size_t>(length))};
}

Answer<std::string> MachineHost::real_path(const std::string& path) {
    const std::unique_ptr<char, Free> found(::realpath(path.c_str(), nullptr));
    if (!found) return last_error<std::string>();
    return {.value = std::string(found.get())};
}

Answer<std::vector<std::string>>
MachineHost::access_list(const std::string& path, AccessLists which) {
    const auto named = Place::at(path);
    const auto place = named ? named->resolved() : named;
    if (!place) return {.why_not = std::strerror(place.error())};
    const auto status = place->status();
    if (!status) return {.why_not = std::strerror(status.error())};
    const auto acl =
        place->acl(which == AccessLists::own ? AclKind::access : AclKind::inherited, *status);
    if (!acl) return {.why_not = std::strerror(acl.error())};
    std::vector<std::string> entries;
    for (const AclEntry& entry : *acl)
        entries.push_back(text_of(entry));
    return {.value = std::move(entries)};
}

Answer<std::vector<std::string>> MachineHost::list_directory(const std::string& path) {
    const std::unique_ptr<DIR, CloseDirectory> directory(::opendir(path.c_str()));
    if (!directory) return last_error<std::vector<std::string>>();
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(directory.get()))
        names.emplace_back(entry->d_name);
    std::sort(names.begin(), names.end());
    return {.value = std::move(names)};
}

Answer<std::uint64_t> MachineHost::free_kibibytes(const std::string& path) {
    struct statvfs found {};
    if (::statvfs(path.c_str(), &found) != 0) return last_error<std::uint64_t>();
    return {.value = std::uint64_t{found.f_bavail} * found.f_frsize / 1024};
}

std::vector<std::string>
MachineHost::set_environment(const std::string& name, const std::string& value) {
    ::setenv(name.c_str(), value.c_str(), 1);
    if (name != "PATH") return {};
    return restrict_search_path(trust_);
}

std::optional<std::string> MachineHost::environment(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return value;
}

std::chrono::system_clock::time_point MachineHost::now() {
    return std::chrono::system_clock::now();
}

std::optional<std::string>
MachineHost::append_line(const std::string& path, std::string_view line) {
    const auto named = Place::at(path);
    const auto place = named ? named->resolved() : named;
    if (!place) return reason(path, place.error());
    const auto file = place->open_output(Place::Writing::appended, 0600);
    if (!file) return reason(path, file.error());
    std::string whole(line);
    whole += '\n';
    if (!write_all(*file, whole)) return std::strerror(errno);
    return {};
}

} // namespace vow::agent
