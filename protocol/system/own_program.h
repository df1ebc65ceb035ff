#pragma once

#include <filesystem>

namespace vow {

/// The file of this program, as it was at the first call: the kernel may name another path when the
/// root folder or the mounts of the process have changed since. Empty without /proc.
const std::filesystem::path& own_program();

} // namespace vow
