#pragma once

#include <string>
#include <string_view>

namespace vow::agent {

/// The bytes that a text with \n, \t, \r, \\ and \xHH stands for. Any other backslash stands for
/// itself.
std::string without_escapes(std::string_view text);

} // namespace vow::agent
