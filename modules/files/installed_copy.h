#pragma once

#include "modules/files/copy_source.h"
#include "protocol/promise/record.h"

#include <cstdint>
#include <string>

struct stat;

namespace vow::modules {

/// What is to be copied where. Borrows.
struct CopyJob {
    const CopySource& how;
    const std::string& from;
    const struct stat& source;
    const std::string& to;
    std::uint32_t mode;         ///< of the copy, unless that of the source is preserved
    const struct stat* present; ///< of what is replaced; null: nothing is there
};

/// Copies the bytes of a file, beside the copy first, so that the copy is whole at any time; what
/// it replaces is backed up. Whether the copy is in its place; if not, errors say why.
bool install_copy(const CopyJob& job, Record& record);

} // namespace vow::modules
