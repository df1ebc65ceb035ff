#pragma once

#include "modules/archives/archive_limits.h"
#include "protocol/promise/promise.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

struct archive;

namespace vow::modules {

/// A format of new archives, by the ending of their names.
struct ArchiveFormat {
    std::string_view name;
    std::string_view ending;
    int (*set_format)(archive* written);
    int (*add_filter)(archive* written);
};

/// Returns null for an unknown format.
const ArchiveFormat* find_format(std::string_view name);
/// The format that the end of a path names; zip if it names none.
const ArchiveFormat& format_of(std::string_view path);
std::vector<std::string> names_of_formats();

/// The parsed attributes of an `archives` or an `archive` promise.
struct ArchiveSettings {
    std::string path;            ///< of the archive
    std::string from;            ///< the folder to pack; empty to extract
    std::string into;            ///< the folder to extract to
    const ArchiveFormat& format; ///< of a new archive
    bool keeps_set_id;
    ArchiveLimits limits;

    std::string checksum = {}; ///< SHA-256 of the archive; empty: any
    std::string creates = {};  ///< nothing is extracted if it exists; may be empty
    std::size_t strip = 0;     ///< number of folders that names in the archive lose

    explicit ArchiveSettings(const Promise& promise);
    /// Of an `archive` promise: the promiser is the folder.
    static ArchiveSettings of_folder(const Promise& promise);
};

} // namespace vow::modules
