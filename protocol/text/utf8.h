#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace vow {

/// A character of Unicode, and the bytes that it has in UTF-8.
struct Utf8Character {
    char32_t code = 0;
    std::size_t length = 0; ///< 1 to 4
};

/// The character with which a text begins; nullopt if the text is empty, or its first character is
/// cut off, longer than needed, a surrogate, or beyond U+10FFFF (RFC 3629).
std::optional<Utf8Character> leading_character(std::string_view text);

/// Whether a byte belongs to the character of the byte before it.
constexpr bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

} // namespace vow
