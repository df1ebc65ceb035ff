#pragma once

#include <string_view>
#include <vector>

namespace vow::cfengine {

/// The lines of a text without their newlines; what follows the last newline is a line unless it is
/// empty. Views of `text`.
std::vector<std::string_view> lines_of(std::string_view text);

} // namespace vow::cfengine
