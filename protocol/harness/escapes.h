#pragma once

#include <string>
#include <string_view>

namespace vow::harness {

/// The bytes that a text with \n, \t, \r, \\ and \xHH stands for. Any other backslash stands for
/// itself.
std::string without_escapes(std::string_view text);

/// The text, all of it printable ASCII, that stands for those bytes.
std::string with_escapes(std::string_view bytes);

} // namespace vow::harness
