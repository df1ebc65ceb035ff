#pragma once

#include <string>
#include <string_view>

namespace vow::harness {

/// Replaces \n, \t, \r, \\ and \xHH by the bytes that they stand for. Other backslashes stay.
std::string without_escapes(std::string_view text);

/// The inverse: printable ASCII for any bytes.
std::string with_escapes(std::string_view bytes);

} // namespace vow::harness
