#pragma once

#include <string>

namespace vow {

// The parts of a path as a text. They do not use the file system.

/// Everything before the last slash; "." without a slash.
std::string folder_of(const std::string& path);

/// Everything after the last slash.
std::string base_name_of(const std::string& path);

} // namespace vow
