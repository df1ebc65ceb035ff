#pragma once

#include <string>
#include <vector>

namespace vow::modules {

/// The names in a directory, without "." and "..", sorted; none when it cannot be read, errno says
/// why (0: it is empty).
std::vector<std::string> names_in(const std::string& directory);

} // namespace vow::modules
