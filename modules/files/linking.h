#pragma once

#include "modules/files/link_source.h"
#include "modules/files/obstruction.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Makes `path` a link of the given type to `source`.
void keep_linked(
    const LinkSource& link,
    const std::string& source,
    const std::string& path,
    Obstructions obstructions,
    Record& record
);

/// Links every file in the source directory, `depth` levels deep, from a directory at `path`.
void keep_children_linked(
    const LinkSource& link,
    const std::string& path,
    long depth,
    Obstructions obstructions,
    Record& record
);

/// Deletes the link at `path` if it is dangling. Returns whether it was.
bool remove_dead_link(const std::string& path, Record& record);

} // namespace vow::modules
