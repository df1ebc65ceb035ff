#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// The lines of a text without their newlines, as views of `text`. The text after the last newline
/// is a line unless it is empty.
std::vector<std::string_view> lines_of(std::string_view text);

/// Removes the newline of a text of one line, as the language does when it reads files.
std::string as_read(std::string text);

} // namespace vow::cfengine
