#pragma once

#include "modules/files/copy_source.h"
#include "protocol/promise/record.h"

#include <cstdint>
#include <string>

struct stat;

namespace vow::modules {

/// Source and target of a copy. Borrows.
struct CopyJob {
    const CopySource& how;
    const std::string& from;
    const struct stat& source;
    const std::string& to;
    std::uint32_t mode;         ///< of the copy, unless the source's is preserved
    const struct stat* present; ///< of the replaced file; null if there is none
};

/// Copies the bytes of a file to a temporary file next to the target first, so that the target is
/// complete at any time; a replaced file is backed up. Returns whether the copy is in place; errors
/// are recorded.
bool install_copy(const CopyJob& job, Record& record);

} // namespace vow::modules
