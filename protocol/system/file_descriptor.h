#pragma once

#include <utility>

#include <unistd.h>

namespace vow {

/// Owns a descriptor; closes it once.
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

    int number() const { return number_; } ///< negative: none
    bool is_open() const { return number_ >= 0; }
    int release() { return std::exchange(number_, -1); }
    void close() {
        if (is_open()) ::close(release());
    }

private:
    int number_ = -1;
};

} // namespace vow
