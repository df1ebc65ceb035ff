#pragma once

#include "modules/files/link_source.h"
#include "modules/files/obstruction.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Has `path` be a link of the given type to `source`.
void keep_linked(
    const LinkSource& link,
    const std::string& source,
    const std::string& path,
    Obstructions obstructions,
    Record& record
);

/// Has every file in the source directory, `depth` levels of directories down, be linked from a
/// directory at `path`.
void keep_children_linked(
    const LinkSource& link,
    const std::string& path,
    long depth,
    Obstructions obstructions,
    Record& record
);

/// Deletes the link at `path` if it leads nowhere. Whether it did lead nowhere.
bool remove_dead_link(const std::string& path, Record& record);

} // namespace vow::modules
