#pragma once

#include <string>

namespace vow::agent {

/// The path from the root, by the working folder at this time. An empty path stays empty, and links
/// are not resolved. A path is left as it is if the working folder is gone.
std::string absolute_path(const std::string& path);

} // namespace vow::agent
