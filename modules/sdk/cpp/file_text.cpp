#include "modules/sdk/cpp/file_text.h"

#include "modules/sdk/cpp/durability.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/system/accounts.h"

#include <algorithm>
#include <cerrno>
#include <limits>

#include <fcntl.h>
#include <unistd.h>

namespace vow::modules {

namespace {

using Access = Place::Access;
using Existing = Replacement::Existing;

bool is_unchanged(const Place& place, const struct stat& seen) {
    const auto now = place.status();
    return now && now->st_dev == seen.st_dev && now->st_ino == seen.st_ino &&
           now->st_size == seen.st_size && now->st_mtim.tv_sec == seen.st_mtim.tv_sec &&
           now->st_mtim.tv_nsec == seen.st_mtim.tv_nsec;
}

bool overwrite_bytes(const FileDescriptor& file, std::string_view content) {
    if (::lseek(file.number(), 0, SEEK_SET) != 0 || !write_all(file, content)) return false;
    return ::ftruncate(file.number(), static_cast<off_t>(content.size())) == 0;
}

/// For files that cannot be renamed over, or whose attributes cannot be copied. Allocates the space
/// for growth first, and restores the old text if writing fails.
int overwrite(
    const Place& place,
    const FileRevision& revision,
    std::string_view content,
    const FileAccess& access
) {
    auto file = place.open_file(Access::write);
    if (!file) return file.error();
    if (!is_unchanged(place, revision.status)) return ESTALE;
    const auto size = static_cast<off_t>(content.size());
    const bool has_room = size <= revision.status.st_size ||
                          ::fallocate(file->number(), FALLOC_FL_KEEP_SIZE, 0, size) == 0;
    if (!has_room && errno == ENOSPC)
        return ENOSPC; // other errors: the file system cannot allocate
    if (const int error = restrict_access(*file, access); error != 0) return error;
    if (overwrite_bytes(*file, content)) return file->close() ? 0 : errno;
    const int error = errno;
    overwrite_bytes(*file, revision.text);
    return error;
}

/// A power cut cannot lose the content of an empty file.
Replacement::Durability durability_for(const FileRevision& revision) {
    const DurabilityLevel level = durability_level();
    return revision.text.empty() ? durability_of_new(level) : durability_of_replaced(level);
}

constexpr off_t everything = std::numeric_limits<off_t>::max();

/// Appends the next bytes of a file, at most `most`. Returns 0 or an errno.
int copy_up_to(off_t most, const FileDescriptor& from, Replacement& to) {
    char buffer[1 << 16];
    while (most > 0) {
        const auto part = std::min<off_t>(most, sizeof buffer);
        const ssize_t count = ::read(from.number(), buffer, static_cast<std::size_t>(part));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        if (count == 0) return 0;
        const int error = to.write({buffer, static_cast<std::size_t>(count)});
        if (error != 0) return error;
        most -= count;
    }
    return 0;
}

/// Appends the rest of a file and leaves out its holes. Returns 0 or an errno.
int copy_extents(const FileDescriptor& from, Replacement& to) {
    off_t at = ::lseek(from.number(), 0, SEEK_CUR);
    while (at >= 0) {
        const off_t data = ::lseek(from.number(), at, SEEK_DATA);
        const bool is_last_hole = data < 0 && errno == ENXIO;
        const off_t hole_end = is_last_hole ? ::lseek(from.number(), 0, SEEK_END) : data;
        if (hole_end < 0) return errno;
        if (const int error = to.write_hole(hole_end - at); error != 0) return error;
        if (is_last_hole) return 0;
        at = ::lseek(from.number(), data, SEEK_HOLE);
        if (at < 0 || ::lseek(from.number(), data, SEEK_SET) < 0) return errno;
        if (const int error = copy_up_to(at - data, from, to); error != 0) return error;
    }
    return errno;
}

/// Whether a file in the folder may be writable although the folder is not.
bool is_closed_folder(int error) {
    return error == EACCES || error == EPERM || error == EROFS || error == ENOENT ||
           error == EOPNOTSUPP;
}

} // namespace

std::string path_error(std::string_view path, int error) {
    if (error == ESTALE) return "it changed at the same time";
    if (error == EINVAL) return "it is not a regular file";
    const auto link = error == ENOLINK ? refused_link(path) : std::nullopt;
    if (!link) return error == ENOLINK ? "a link on it changed" : system_message(error);
    const std::string number = std::to_string(link->owner);
    return text(
        {"Cannot follow symlink '",
         link->path,
         "': it belongs to user ",
         user_name(link->owner).value_or(number),
         ", not to root or the user running this process, and its target has another owner or ",
         "group. Promise the target itself, or give the link to root: chown -h 0:0 ",
         link->path}
    );
}

SystemResult<FileDescriptor> open_regular_file(std::string_view path) {
    const auto named = Place::at(path);
    const auto place = named ? named->resolved() : named;
    return place ? place->open_file(Access::read)
                 : SystemResult<FileDescriptor>::failed(place.error());
}

SystemResult<TextFile> TextFile::open(std::string_view path) {
    using Result = SystemResult<TextFile>;
    TextFile file;
    const auto named = Place::at(path);
    if (!named && (named.error() == ENOENT || named.error() == ENOTDIR)) return file;
    const auto place = named ? named->resolved() : named;
    if (!place) return Result::failed(place.error());
    auto revision = FileRevision::read(*place);
    if (revision) file.revision_ = std::move(*revision);
    if (!revision && revision.error() != ENOENT) return Result::failed(revision.error());
    // A link that leads nowhere stays in the way.
    file.place_ = revision ? *place : *named;
    return file;
}

int TextFile::write(std::string_view content, const FileAccess& access_of_new) const {
    if (!place_) return ENOENT;
    if (revision_) return replace_file(*place_, *revision_, content, {});
    return create_file(*place_, content, access_of_new);
}

SystemResult<FileRevision> FileRevision::read(const Place& place) {
    using Result = SystemResult<FileRevision>;
    auto opened = place.open_with_status(Access::read);
    if (!opened) return Result::failed(opened.error());
    auto& [file, status] = *opened;
    auto text = read_all_of(file, static_cast<std::size_t>(status.st_size));
    if (!text) return Result::failed(errno);
    return FileRevision{std::move(file), status, std::move(*text)};
}

int create_file(const Place& place, std::string_view content, const FileAccess& access) {
    auto fresh = Replacement::beside(place);
    return fresh ? commit_new(*fresh, content, access) : fresh.error();
}

int commit_new(Replacement& fresh, std::string_view content, const FileAccess& access) {
    if (const int error = fresh.write(content); error != 0) return error;
    if (const int error = restrict_access(fresh.file(), access); error != 0) return error;
    return fresh.commit(Existing::refused, durability_of_new(durability_level()));
}

int replace_file(
    const Place& place,
    const FileRevision& revision,
    std::string_view content,
    const FileAccess& access
) {
    auto fresh = Replacement::beside(place);
    if (!fresh && is_closed_folder(fresh.error()))
        return overwrite(place, revision, content, access);
    if (!fresh) return fresh.error();
    if (const int error = fresh->write(content); error != 0) return error;
    if (fresh->adopt_attributes(revision.file, AttributeLoss::refused) != 0)
        return overwrite(place, revision, content, access);
    if (const int error = restrict_access(fresh->file(), access); error != 0) return error;
    if (!is_unchanged(place, revision.status)) return ESTALE;
    const int error = fresh->commit(Existing::replaced, durability_for(revision));
    const bool is_fixed = error == EBUSY || is_closed_folder(error);
    return is_fixed ? overwrite(place, revision, content, access) : error;
}

SystemResult<Replacement> copied_for(const Place& place, const FileDescriptor& from) {
    auto copy = Replacement::beside(place);
    if (!copy) return copy;
    int error = copy_bytes(from, *copy);
    if (error == 0) error = copy->adopt_attributes(from, AttributeLoss::accepted);
    return error == 0 ? std::move(copy) : SystemResult<Replacement>::failed(error);
}

int copy_file(const FileDescriptor& from, const Place& to) {
    auto copy = copied_for(to, from);
    if (!copy) return copy.error();
    return copy->commit(Existing::replaced, durability_of_new(durability_level()));
}

int restrict_access(const FileDescriptor& file, const FileAccess& access) {
    constexpr auto as_before = ~uid_t{0};
    if (access.owner || access.group) {
        const uid_t owner = access.owner.value_or(as_before);
        const gid_t group = access.group.value_or(as_before);
        if (::fchown(file.number(), owner, group) != 0 && ::geteuid() == 0) return errno;
    }
    return !access.mode || ::fchmod(file.number(), *access.mode) == 0 ? 0 : errno;
}

int copy_bytes(const FileDescriptor& from, Replacement& to) {
    struct stat status = {};
    if (::fstat(from.number(), &status) != 0) return errno;
    constexpr off_t bytes_per_block = 512;
    const bool has_holes = status.st_blocks * bytes_per_block < status.st_size;
    return has_holes ? copy_extents(from, to) : copy_up_to(everything, from, to);
}

} // namespace vow::modules
