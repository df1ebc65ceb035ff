#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <sys/resource.h>
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
    /// Closes it now. Returns false on failure: written bytes may be lost.
    bool close() { return number_ < 0 || ::close(release()) == 0; }

private:
    int number_ = -1;
};

/// The two ends of a pipe, both closed on exec.
struct Pipe {
    FileDescriptor reading, writing;
};

/// Returns closed ends if no pipe can be made, with the error in errno.
Pipe open_pipe();

/// Writes all bytes, in as many pieces as it takes. Returns false on failure, with the error in
/// errno.
bool write_all(const FileDescriptor& file, std::string_view bytes);

/// Reads to the end of the file, at most `limit` bytes; from a non-blocking file only what is
/// available now. Returns nullopt on failure, with the error in errno.
std::optional<std::string>
read_all(const FileDescriptor& file, std::size_t limit = std::string::npos);
/// The same of a file whose size is known. It may have changed since then.
std::optional<std::string>
read_all_of(const FileDescriptor& file, std::size_t size, std::size_t limit = std::string::npos);

/// The limit of open descriptors that this process was started with; children get it.
const rlimit& initial_descriptor_limit();

/// Raises our own limit of open descriptors as far as that is allowed. To be called before any
/// process is started.
void raise_descriptor_limit();

} // namespace vow
