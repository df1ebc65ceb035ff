#include "modules/sdk/cpp/text.h"

#include <system_error>

namespace vow::modules {

std::string text(std::initializer_list<std::string_view> parts) {
    std::size_t size = 0;
    for (const std::string_view part : parts)
        size += part.size();
    std::string joined;
    joined.reserve(size);
    for (const std::string_view part : parts)
        joined += part;
    return joined;
}

std::string octal(std::uint32_t mode) {
    std::string digits = "0000";
    for (std::size_t place = digits.size(); place-- > 0; mode >>= 3) {
        digits[place] = static_cast<char>('0' + (mode & 7U));
    }
    return digits;
}

std::string system_message(int error_number) {
    return std::generic_category().message(error_number);
}

} // namespace vow::modules
