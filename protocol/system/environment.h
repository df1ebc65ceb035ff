#pragma once

#include <string>
#include <vector>

namespace vow {

/// Our environment, changed: "NAME=value" sets a variable, "NAME" removes it.
std::vector<std::string> environment_with(const std::vector<std::string>& changes);

} // namespace vow
