#pragma once

#include <string>
#include <string_view>

namespace vow::cfengine {

/// The text that a quoted string stands for, given with its quotes. Only \\, \" and \' are escapes,
/// in all three kinds of quotes, and a backslash before a line's end joins the lines; any other
/// backslash stays (semantics 6.10).
std::string unquoted(std::string_view quoted);

} // namespace vow::cfengine
