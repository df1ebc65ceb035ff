#pragma once

#include <string>
#include <string_view>

namespace vow {

/// The text with ASCII letters in lower case; all other bytes stay.
std::string lower_case(std::string_view text);

} // namespace vow
