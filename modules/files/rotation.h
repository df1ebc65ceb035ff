#pragma once

#include <cstddef>
#include <string>

namespace vow::modules {

/// Makes room for PATH.1 by renaming PATH.1 to PATH.2 and so on; the one that would be number
/// `count` + 1 is overwritten. Compressed ones (.gz, .bz2, ...) move along.
void shift_rotated(const std::string& path, std::size_t count);

} // namespace vow::modules
