#pragma once

#include "modules/http/headers.h"

#include <string>
#include <string_view>

namespace vow::modules {

/// Header lines in libcurl's format.

/// "Name: value"; ends in a semicolon without a value.
std::string line_of(const RequestHeader& header);

/// True if a line has that name (given in lower case).
bool is_called(std::string_view line, std::string_view name);

/// The text after the colon, without surrounding blanks.
std::string value_in(std::string_view line);

} // namespace vow::modules
