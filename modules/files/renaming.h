#pragma once

#include "modules/files/named_file.h"
#include "modules/files/permissions.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"
#include "protocol/system/place.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace vow::modules {

/// A `rename` body: renames a file, disables it, or rotates it.
struct Renaming {
    std::string new_name; ///< relative to the file's folder; may be empty
    bool disable = false; ///< rename the file out of the way, delete a link
    std::string disabled_suffix;
    std::optional<ModeChange> disabled_mode = {};
    std::optional<std::int64_t> rotate = {}; ///< number of old files to keep; 0: truncate only

    static Renaming from(const Settings& body);
};

/// Renames, disables or rotates a file. A file that does not exist is as promised.
void keep_renamed(const Renaming& renaming, const NamedFile& file, Record& record);

/// Frees NAME.1 by renaming NAME.1 to NAME.2 and so on; number `count` is overwritten. Compressed
/// files (.gz, .bz2, ...) are renamed as well.
void shift_rotated(const Place& place, std::size_t count);

/// Moves a backup to the folder that the promise names as its `repository`, under its whole path as
/// a name: "/etc/motd.cfsaved" becomes "_etc_motd_cfsaved". Without a repository it stays.
void archive(const NamedFile& backup, Record& record);

} // namespace vow::modules
