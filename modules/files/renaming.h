#pragma once

#include "modules/files/mode_change.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <cstdint>
#include <optional>
#include <string>

namespace vow::modules {

/// A `rename` body: a file gets another name, or is put out of use, or makes room for a fresh one.
struct Renaming {
    std::string new_name; ///< relative to where the file is; empty: none
    bool disable = false; ///< the file is renamed out of the way, a link deleted
    std::string disabled_suffix;
    std::optional<ModeChange> disabled_mode = {};
    std::optional<std::int64_t> rotate = {}; ///< how many old ones are kept; 0: it is emptied

    static Renaming from(const Settings& body);
};

void keep_renamed(const Renaming& renaming, const std::string& path, Record& record);

} // namespace vow::modules
