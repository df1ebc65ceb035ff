#pragma once

#include <cstddef>
#include <string>

namespace vow::modules {

/// Frees PATH.1 by renaming PATH.1 to PATH.2 and so on; number `count` is overwritten. Compressed
/// files (.gz, .bz2, ...) are renamed as well.
void shift_rotated(const std::string& path, std::size_t count);

} // namespace vow::modules
