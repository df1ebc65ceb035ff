#pragma once

#include <string>
#include <string_view>

namespace vow {

/// How a line end inside a text is shown.
enum class LineEnds { escaped, kept };

/// Appends a text with everything that could make a terminal, or the eyes before it, read something
/// else written in escape sequences, byte by byte: control characters (`\x1b`, `\x0a`; U+009B as
/// `\x9b`), bytes that are not UTF-8, marks that turn the direction of writing, and line
/// separators. A tab stays. Text from outside (modules, policies, file names) goes through this
/// before it reaches a terminal or a log.
void append_shown(std::string& line, std::string_view text, LineEnds line_ends = LineEnds::escaped);

/// Returns the text in the form of append_shown().
std::string shown(std::string_view text, LineEnds line_ends = LineEnds::escaped);

/// Returns a JSON text on one line in which those characters are written as `\u202e`: the value is
/// the same.
std::string shown_json(std::string_view text);

} // namespace vow
