#pragma once

#include <string>
#include <string_view>

namespace vow::agent {

/// How a line end inside a text is shown.
enum class LineEnds { escaped, kept };

/// Appends a text with each control character, which a terminal could obey, as an escape sequence:
/// `\x1b`, `\x0a`. A tab stays. Text of others (modules, policies, file names) goes through this
/// before it reaches a terminal or a log.
void append_shown(std::string& line, std::string_view text, LineEnds line_ends = LineEnds::escaped);

/// The text as append_shown() appends it.
std::string shown(std::string_view text, LineEnds line_ends = LineEnds::escaped);

} // namespace vow::agent
