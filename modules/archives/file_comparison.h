#pragma once

#include "protocol/system/file_descriptor.h"

#include <string_view>

namespace vow::modules {

/// Compares bytes, piece by piece, with the rest of an open file, which it borrows.
class FileComparison {
public:
    explicit FileComparison(const FileDescriptor& file) : file_(file) {}

    void add(std::string_view bytes);
    /// Whether nothing differed, and the file has nothing more. To be called once.
    bool was_same();

private:
    const FileDescriptor& file_;
    bool is_same_ = true;
};

} // namespace vow::modules
