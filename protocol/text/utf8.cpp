#include "protocol/text/utf8.h"

namespace vow {
namespace {

/// The first characters that need two, three and four bytes.
constexpr char32_t shortest[] = {0, 0, 0x80, 0x800, 0x10000};
constexpr char32_t beyond_unicode = 0x110000;

std::size_t length_after(unsigned char first) {
    if (first < 0x80U) return 1;
    if (first < 0xc0U) return 0; // continues another character
    return first < 0xe0U ? 2 : first < 0xf0U ? 3 : first < 0xf8U ? 4 : 0;
}

bool is_surrogate(char32_t code) {
    return code >= 0xd800 && code < 0xe000;
}

} // namespace

std::optional<Utf8Character> leading_character(std::string_view text) {
    if (text.empty()) return std::nullopt;
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = length_after(first);
    if (length == 0 || length > text.size()) return std::nullopt;
    if (length == 1) return Utf8Character{first, 1};
    char32_t code = first & (0x7fU >> length);
    for (const char next : text.substr(1, length - 1)) {
        const auto byte = static_cast<unsigned char>(next);
        if ((byte & 0xc0U) != 0x80U) return std::nullopt;
        code = code << 6U | (byte & 0x3fU);
    }
    if (code < shortest[length] || code >= beyond_unicode || is_surrogate(code))
        return std::nullopt;
    return Utf8Character{code, length};
}

} // namespace vow
