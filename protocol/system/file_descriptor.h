#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace vow {

/// Owns an open file and closes it once. A negative number means that it owns none.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        if (this != &other) {
            close();
            number_ = other.release();
        }
        return *this;
    }
    ~FileDescriptor() { close(); }

    explicit operator bool() const { return number_ >= 0; }
    int number() const { return number_; }
    int release() { return std::exchange(number_, -1); }
    /// Closes it now. Returns false when that failed: what was written may be lost.
    bool close() { return number_ < 0 || ::close(release()) == 0; }

private:
    int number_ = -1;
};

/// The two ends of a pipe, both closed on exec.
struct Pipe {
    FileDescriptor reading, writing;
};

/// Returns closed ends when no pipe can be made; errno says why.
Pipe open_pipe();

/// Writes all bytes, in as many pieces as it takes. Returns false on a failure; errno says why.
bool write_all(const FileDescriptor& file, std::string_view bytes);

/// Reads up to the end of the file, or `limit` bytes; of a file that does not block, what is there.
/// Returns nullopt on a failure; errno says why.
std::optional<std::string>
read_all(const FileDescriptor& file, std::size_t limit = std::string::npos);

} // namespace vow
