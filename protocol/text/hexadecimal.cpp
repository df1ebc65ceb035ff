#include "protocol/text/hexadecimal.h"

#include <string_view>

namespace vow {

std::string hexadecimal(unsigned char byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    return {digits[byte >> 4U], digits[byte & 0xfU]};
}

} // namespace vow
