#include "protocol/text/characters.h"

#include <algorithm>

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

namespace {

constexpr std::size_t looked_at = 8000;
constexpr std::size_t characters_for_each_control = 32;

bool is_control(char byte) {
    constexpr std::string_view layout = "\t\n\v\f\r\b\x1b";
    constexpr char deletion = 0x7f;
    const bool is_low = byte >= 0 && byte < ' ';
    return byte == deletion || (is_low && layout.find(byte) == layout.npos);
}

} // namespace

std::string_view binary_bytes_of(std::string_view text) {
    if (text.find('\0') != text.npos) return "zero bytes";
    const std::string_view beginning = text.substr(0, looked_at);
    const auto controls = static_cast<std::size_t>(std::ranges::count_if(beginning, is_control));
    return controls * characters_for_each_control > beginning.size() ? "control characters" : "";
}

} // namespace vow
