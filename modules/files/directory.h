#pragma once

#include <string>
#include <vector>

namespace vow::modules {

/// The names in a directory, without "." and "..", sorted. Empty if it cannot be read; errno holds
/// the error, or 0 if the directory is empty.
std::vector<std::string> names_in(const std::string& directory);

} // namespace vow::modules
