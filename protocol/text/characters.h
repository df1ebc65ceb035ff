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

/// The bytes by which a file is not text, for a message: "zero bytes", "control characters". Empty
/// for text.
///
/// Text holds no zero byte, and among its first 8,000 bytes at most one in 32 is a control
/// character that is not layout: not tab, line feed, vertical tab, form feed, carriage return,
/// backspace or escape. In compressed data, images and random bytes it is about one in 10. Bytes
/// from 128 on do not count, so that text in Latin-1 or another old encoding is text; neither does
/// the odd control character, which can be meant as a separator. The idea is that of git, which
/// compares the same two numbers to find out whether it may convert the line ends of a file.
std::string_view binary_bytes_of(std::string_view text);

} // namespace vow
