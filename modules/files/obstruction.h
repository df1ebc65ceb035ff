#pragma once

#include "modules/files/named_file.h"
#include "protocol/promise/record.h"

namespace vow::modules {

enum class Obstructions { stay, are_moved }; ///< `move_obstructions`

/// Moves an obstacle out of the way if allowed. Returns whether its name is free.
bool clear_the_way(const NamedFile& file, Obstructions obstructions, Record& record);

/// True if it can be written as a plain file: it is one, is a link, or is free after a move.
bool is_writable_as_file(const NamedFile& file, Obstructions obstructions, Record& record);

} // namespace vow::modules
