#include "protocol/system/file_descriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>

namespace vow {

Pipe open_pipe() {
    std::array<int, 2> ends = {-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
    return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

bool write_all(const FileDescriptor& file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file.number(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

std::optional<std::string> read_all(const FileDescriptor& file, std::size_t limit) {
    constexpr std::size_t smallest_room = 4096;
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0) return std::nullopt;
    std::string text;
    // Files of /proc have a size of 0, and others may grow: only the end of the file counts.
    std::size_t room = std::max(static_cast<std::size_t>(status.st_size) + 1, smallest_room);
    while (text.size() < limit) {
        const std::size_t before = text.size();
        text.resize(before + std::min(room, limit - before));
        const ssize_t count = ::read(file.number(), text.data() + before, text.size() - before);
        text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno != EAGAIN) return std::nullopt;
        if (count <= 0) break;
        room = std::max(text.size(), smallest_room);
    }
    return text;
}

} // namespace vow
