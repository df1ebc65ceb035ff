#pragma once

#include "protocol/system/file_descriptor.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <unistd.h>

namespace vow::modules {

/// Compares bytes, piece by piece, with the rest of an open file, which it borrows.
class FileComparison {
public:
    explicit FileComparison(const FileDescriptor& file) : file_(file) {}

    void add(std::string_view bytes) {
        while (is_same_ && !bytes.empty()) {
            std::array<char, 1 << 16> block; // NOLINT(*-member-init): it is filled
            const ssize_t count =
                ::read(file_.number(), block.data(), std::min(block.size(), bytes.size()));
            const auto size = static_cast<std::size_t>(std::max<ssize_t>(count, 0));
            is_same_ = size > 0 && bytes.starts_with(std::string_view(block.data(), size));
            bytes.remove_prefix(size);
        }
    }
    /// Whether nothing differed, and the file has nothing more. To be called once.
    bool was_same() {
        char next = 0;
        return is_same_ && ::read(file_.number(), &next, 1) == 0;
    }

private:
    const FileDescriptor& file_;
    bool is_same_ = true;
};

} // namespace vow::modules
