#pragma once

#include <string_view>

namespace vow {

/// The text without the blanks at both ends: a view of it, even when nothing is left.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

} // namespace vow
