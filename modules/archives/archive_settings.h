#pragma once

#include "modules/archives/archive_format.h"
#include "modules/archives/archive_limits.h"
#include "protocol/promise/promise.h"

#include <string>

namespace vow::modules {

/// The parsed attributes of an `archives` promise.
struct ArchiveSettings {
    std::string path;            ///< of the archive
    std::string from;            ///< the folder to pack; empty to extract
    std::string into;            ///< the folder to extract to
    const ArchiveFormat& format; ///< of a new archive
    bool keeps_set_id;
    ArchiveLimits limits;

    explicit ArchiveSettings(const Promise& promise);
};

} // namespace vow::modules
