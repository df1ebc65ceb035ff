#pragma once

#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

enum class Obstructions { stay, are_moved }; ///< `move_obstructions`

/// Whether nothing (any more) is at `path`, so that something else can be put there.
bool clear_the_way(const std::string& path, Obstructions obstructions, Record& record);

/// Whether what is at `path` can be written to as a plain file: a plain file, a link, or nothing
/// after it was moved away.
bool is_writable_as_file(const std::string& path, Obstructions obstructions, Record& record);

} // namespace vow::modules
