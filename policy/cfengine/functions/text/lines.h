#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// The lines of a text without their newlines; what follows the last newline is a line unless it is
/// empty. Views of `text`.
std::vector<std::string_view> lines_of(std::string_view text);

/// A text of one line goes without its newline: as files are read for the language.
std::string as_read(std::string text);

} // namespace vow::cfengine
