#include "modules/files/file_text.h"

#include "protocol/system/file_descriptor.h"
#include "protocol/system/replacement.h"

#include <cerrno>
#include <cstdlib>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

namespace {

bool copy_bytes(const FileDescriptor& from, const FileDescriptor& to) {
    char buffer[1 << 16];
    for (;;) {
        const ssize_t count = read(from.number(), buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        if (count == 0) return true;
        if (!write_all(to, {buffer, static_cast<std::size_t>(count)})) return false;
    }
}

/// For a file that cannot be replaced by a rename (such as a mount point), or whose attributes a
/// new file cannot get.
int overwrite(const Place& place, std::string_view content) {
    auto file = place.open_file(Place::Access::write);
    if (!file) return file.error();
    const bool is_written =
        ftruncate(file->number(), 0) == 0 && write_all(*file, content) && file->close();
    return is_written ? 0 : errno;
}

int replace_at(const Place& place, std::string_view content) {
    const auto old = place.open_file(Place::Access::read);
    if (!old) return old.error();
    auto replacement = Replacement::beside(place);
    if (!replacement) return replacement.error();
    if (const int error = replacement->write(content); error != 0) return error;
    if (replacement->adopt_attributes(*old) != 0) return overwrite(place, content);
    const int error =
        replacement->commit(Replacement::Existing::replaced, Replacement::Durability::unsynced);
    return error == EBUSY ? overwrite(place, content) : error;
}

int create_at(const Place& place, std::string_view content, unsigned mode) {
    auto fresh = Replacement::beside(place);
    if (!fresh) return fresh.error();
    if (const int error = fresh->write(content); error != 0) return error;
    if (const int error = fresh->set_mode(mode); error != 0) return error;
    return fresh->commit(Replacement::Existing::refused, Replacement::Durability::unsynced);
}

} // namespace

std::optional<std::string> read_file(const std::string& path) {
    const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return file ? read_all(file) : std::nullopt;
}

std::optional<std::string> real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(
        realpath(path.c_str(), nullptr), &std::free
    );
    return real ? std::optional<std::string>(real.get()) : std::nullopt;
}

int replace_file(const std::string& path, std::string_view content) {
    const auto named = Place::at(path);
    const auto place = named ? named->resolved() : named;
    return place ? replace_at(*place, content) : place.error();
}

int create_file(const std::string& path, std::string_view content, unsigned mode) {
    const auto place = Place::at(path);
    return place ? create_at(*place, content, mode) : place.error();
}

int write_file(const std::string& path, std::string_view content, unsigned mode) {
    const auto place = Place::at(path);
    if (!place) return place.error();
    const bool is_free = !place->status() && place->status().error() == ENOENT;
    return is_free ? create_at(*place, content, mode) : replace_file(path, content);
}

int copy_file(const std::string& from, const std::string& to) {
    const FileDescriptor source(open(from.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status = {};
    if (!source || fstat(source.number(), &status) != 0) return errno;
    // Not readable by others before its owner is set.
    FileDescriptor copy(
        open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600)
    );
    if (!copy) return errno;
    const bool copied = copy_bytes(source, copy);
    const int error = errno;
    // Without the right to change owners, the copy stays ours.
    if (copied && fchown(copy.number(), status.st_uid, status.st_gid) != 0 && geteuid() == 0) {
        return errno;
    }
    if (copied && fchmod(copy.number(), status.st_mode & 07777U) == 0 && copy.close()) return 0;
    unlink(to.c_str());
    return copied ? errno : error;
}

} // namespace vow::modules
