#pragma once

#include <string>
#include <string_view>

namespace vow {

// The parts of a path as a text. They do not use the file system.

/// Everything before the last slash; "." without a slash.
std::string folder_of(const std::string& path);

/// Everything after the last slash.
std::string base_name_of(const std::string& path);

/// Whether the target of a link is a name below the link's own folder, whatever is there. Such a
/// link does not lead out of that folder, nor of another that it is moved to.
bool leads_below(std::string_view target);

} // namespace vow
