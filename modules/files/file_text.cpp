#include "modules/files/file_text.h"

#include "modules/sdk/cpp/file_descriptor.h"

#include <cerrno>
#include <cstdlib>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

namespace {

bool write_all(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool copy_bytes(int from, int to) {
    char buffer[1 << 16];
    for (;;) {
        const ssize_t count = read(from, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        if (count == 0) return true;
        if (!write_all(to, {buffer, static_cast<std::size_t>(count)})) return false;
    }
}

/// A file beside `path` that is deleted again unless it takes that file's place.
class Replacement {
public:
    explicit Replacement(const std::string& path) : name_(path + ".vow-XXXXXX") {
        descriptor_ = FileDescriptor(mkostemp(name_.data(), O_CLOEXEC));
        exists_ = static_cast<bool>(descriptor_);
    }
    Replacement(const Replacement&) = delete;
    Replacement& operator=(const Replacement&) = delete;
    ~Replacement() {
        if (exists_) unlink(name_.c_str());
    }

    bool exists() const { return exists_; }
    /// Whether it now holds `content`, with owner and mode of `model`.
    bool fill(std::string_view content, const struct stat& model) {
        const int number = descriptor_.number();
        return write_all(number, content) && fchown(number, model.st_uid, model.st_gid) == 0 &&
               fchmod(number, model.st_mode & 07777U) == 0 && descriptor_.reset();
    }
    bool take_place_of(const std::string& path) {
        if (rename(name_.c_str(), path.c_str()) != 0) return false;
        exists_ = false;
        return true;
    }

private:
    std::string name_;
    FileDescriptor descriptor_;
    bool exists_ = false;
};

/// Where a file may not be renamed over (it is a mount point, say), its bytes are replaced.
int overwrite(const std::string& path, std::string_view content) {
    FileDescriptor file(open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
    if (!file) return errno;
    return write_all(file.number(), content) && file.reset() ? 0 : errno;
}

} // namespace

std::optional<std::string> read_file(const std::string& path) {
    const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return std::nullopt;
    std::string content;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t count = read(file.number(), buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return std::nullopt;
        if (count == 0) return content;
        content.append(buffer, static_cast<std::size_t>(count));
    }
}

std::optional<std::string> real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(
        realpath(path.c_str(), nullptr), &std::free
    );
    return real ? std::optional<std::string>(real.get()) : std::nullopt;
}

int replace_file(const std::string& path, std::string_view content) {
    const auto target = real_path(path);
    struct stat status = {};
    if (!target || stat(target->c_str(), &status) != 0) return errno;
    if (!S_ISREG(status.st_mode)) return S_ISDIR(status.st_mode) ? EISDIR : EINVAL;

    Replacement replacement(*target);
    if (!replacement.exists() || !replacement.fill(content, status)) return errno;
    if (replacement.take_place_of(*target)) return 0;
    return errno == EBUSY ? overwrite(*target, content) : errno;
}

int write_file(const std::string& path, std::string_view content, unsigned mode) {
    struct stat model = {};
    if (lstat(path.c_str(), &model) == 0 || errno != ENOENT) return replace_file(path, content);
    model.st_uid = static_cast<uid_t>(-1); // whoever a new file belongs to
    model.st_gid = static_cast<gid_t>(-1);
    model.st_mode = mode;
    Replacement fresh(path);
    return fresh.exists() && fresh.fill(content, model) && fresh.take_place_of(path) ? 0 : errno;
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
    const bool copied = copy_bytes(source.number(), copy.number());
    const int error = errno;
    // Without the right to give files away, the copy is ours.
    if (copied && fchown(copy.number(), status.st_uid, status.st_gid) != 0 && geteuid() == 0) {
        return errno;
    }
    if (copied && fchmod(copy.number(), status.st_mode & 07777U) == 0 && copy.reset()) return 0;
    unlink(to.c_str());
    return copied ? errno : error;
}

} // namespace vow::modules
