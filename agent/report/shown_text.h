#pragma once

#include <string>
#include <string_view>

namespace vow::agent {

/// How a line end inside a text is shown.
enum class LineEnds { escaped, kept };

/// Appends a text with each control character, which a terminal could interpret, written as
/// `\x1b`, `\x0a`. A tab stays. Text from outside (modules, policies, file names) goes through this
/// before it reaches a terminal or a log.
void append_shown(std::string& line, std::string_view text, LineEnds line_ends = LineEnds::escaped);

/// Returns the text in the form of append_shown().
std::string shown(std::string_view text, LineEnds line_ends = LineEnds::escaped);

} // namespace vow::agent
