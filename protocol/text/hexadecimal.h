#pragma once

#include <string>

namespace vow {

/// The two hexadecimal digits of a byte, in lower case.
std::string hexadecimal(unsigned char byte);

} // namespace vow
