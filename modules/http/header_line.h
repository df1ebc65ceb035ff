#pragma once

#include "modules/http/headers.h"

#include <string>
#include <string_view>

namespace vow::modules {

/// Header lines as libcurl takes and gives them.

/// "Name: value"; without a value it ends in a semicolon.
std::string line_of(const RequestHeader& header);

/// Whether a line is of that name (given in lower case).
bool is_called(std::string_view line, std::string_view name);

/// What is behind the colon, without blanks around it.
std::string value_in(std::string_view line);

} // namespace vow::modules
