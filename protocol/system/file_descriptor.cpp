#include "protocol/system/file_descriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>

namespace vow {

namespace {

/// Reads a file whose size is expected, at most `limit` bytes. Files of /proc have a size of 0, and
/// others may grow: then only the end of the file counts.
std::optional<std::string>
read_up_to(std::size_t limit, const FileDescriptor& file, std::size_t expected) {
    constexpr std::size_t smallest_room = 4096;
    // One more byte shows that the file has grown.
    std::string text(std::min(limit, expected == 0 ? smallest_room : expected + 1), '\0');
    std::size_t used = 0;
    while (used < limit) {
        if (used == text.size()) text.resize(std::min(limit, 2 * used));
        const ssize_t count = ::read(file.number(), text.data() + used, text.size() - used);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno != EAGAIN) return std::nullopt;
        if (count <= 0) break;
        used += static_cast<std::size_t>(count);
        if (used == expected) break;
    }
    text.resize(used);
    return text;
}

} // namespace

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
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0) return std::nullopt;
    return read_up_to(limit, file, static_cast<std::size_t>(status.st_size));
}

std::optional<std::string>
read_all_of(const FileDescriptor& file, std::size_t size, std::size_t limit) {
    return read_up_to(limit, file, size);
}

const rlimit& initial_descriptor_limit() {
    static const rlimit initial = [] {
        rlimit limit = {};
        ::getrlimit(RLIMIT_NOFILE, &limit);
        return limit;
    }();
    return initial;
}

void raise_descriptor_limit() {
    rlimit limit = initial_descriptor_limit();
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace vow
