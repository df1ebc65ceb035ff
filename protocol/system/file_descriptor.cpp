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
    // Files of /proc have a size of 0, and others may grow: only the end of the file counts.
    const std::size_t expected = static_cast<std::size_t>(status.st_size) + 1;
    std::string text(std::min(limit, std::max(expected, smallest_room)), '\0');
    std::size_t used = 0;
    while (used < limit) {
        if (used == text.size()) text.resize(std::min(limit, 2 * used));
        const ssize_t count = ::read(file.number(), text.data() + used, text.size() - used);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno != EAGAIN) return std::nullopt;
        if (count <= 0) break;
        used += static_cast<std::size_t>(count);
    }
    text.resize(used);
    return text;
}

} // namespace vow
