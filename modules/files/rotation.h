#pragma once

#include "protocol/system/place.h"

#include <cstddef>

namespace vow::modules {

/// Frees NAME.1 by renaming NAME.1 to NAME.2 and so on; number `count` is overwritten. Compressed
/// files (.gz, .bz2, ...) are renamed as well.
void shift_rotated(const Place& place, std::size_t count);

} // namespace vow::modules
