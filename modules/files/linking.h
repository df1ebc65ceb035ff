#pragma once

#include "modules/files/named_file.h"
#include "modules/files/sources.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Makes `file` a link of the given type to `source`.
void keep_linked(
    const LinkSource& link,
    const std::string& source,
    const NamedFile& file,
    Obstructions obstructions,
    Record& record
);

/// Links every file in the source directory, `depth` levels deep, from the directory `target`.
void keep_children_linked(
    const LinkSource& link,
    const NamedFile& target,
    long depth,
    Obstructions obstructions,
    Record& record
);

/// Deletes a link if it is dangling. Returns whether it was.
bool remove_dead_link(const NamedFile& file, Record& record);

/// Makes `file` another name of the plain file `source`.
void keep_hard_link(
    const std::string& source, const NamedFile& file, Obstructions obstructions, Record& record
);

} // namespace vow::modules
