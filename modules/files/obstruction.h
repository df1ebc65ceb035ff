#pragma once

#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

enum class Obstructions { stay, are_moved }; ///< `move_obstructions`

/// Moves an obstacle out of the way if allowed. Returns whether `path` is free.
bool clear_the_way(const std::string& path, Obstructions obstructions, Record& record);

/// True if `path` can be written as a plain file: it is one, is a link, or is free after a move.
bool is_writable_as_file(const std::string& path, Obstructions obstructions, Record& record);

} // namespace vow::modules
