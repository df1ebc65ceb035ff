#pragma once

#include "modules/files/copy_source.h"
#include "modules/files/named_file.h"
#include "modules/sdk/cpp/file_text.h"
#include "protocol/promise/record.h"

#include <cstdint>

namespace vow::modules {

/// Source and target of a copy. Borrows.
struct CopyJob {
    const CopySource& how;
    const NamedFile& from; ///< not a link
    const struct stat& source;
    const NamedFile& to;
    std::uint32_t mode;         ///< of the copy, unless the source's is preserved
    const struct stat* present; ///< of the replaced file; null if there is none
    const FileAccess& access;   ///< promised in addition
};

/// Copies the bytes of a file, and puts the copy in place when it is complete; a replaced file is
/// backed up. Returns whether the copy is in place; errors are recorded.
bool install_copy(const CopyJob& job, Record& record);

} // namespace vow::modules
