#pragma once

#include "modules/files/mode_change.h"
#include "modules/files/named_file.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

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

} // namespace vow::modules
