#pragma once

#include <string_view>
#include <vector>

namespace vow {

/// The lines of a text without their newlines. Bytes after the last newline are a line, too. Views
/// of `text`.
std::vector<std::string_view> lines_of(std::string_view text);

/// The lines that are not empty.
std::vector<std::string_view> filled_lines_of(std::string_view text);

/// The last line of a text that does not end with a newline.
std::string_view last_line_of(std::string_view text);

} // namespace vow
