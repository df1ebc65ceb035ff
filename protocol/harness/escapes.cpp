#include "protocol/harness/escapes.h"

#include "protocol/text/text.h"

#include <algorithm>
#include <charconv>

namespace vow::harness {

std::string without_escapes(std::string_view text) {
    std::string bytes;
    while (!text.empty()) {
        std::size_t length = 2;
        int byte = 0;
        const std::string_view digits =
            text.substr(0, 4).substr(std::min<std::size_t>(2, text.size()));
        if (text.starts_with("\\n")) {
            bytes += '\n';
        } else if (text.starts_with("\\t")) {
            bytes += '\t';
        } else if (text.starts_with("\\r")) {
            bytes += '\r';
        } else if (text.starts_with("\\\\")) {
            bytes += '\\';
        } else if (text.starts_with("\\x") && digits.size() == 2 &&
                   std::from_chars(digits.data(), digits.data() + 2, byte, 16).ptr ==
                       digits.data() + 2) {
            bytes += static_cast<char>(byte);
            length = 4;
        } else {
            bytes += text.front();
            length = 1;
        }
        text.remove_prefix(length);
    }
    return bytes;
}

std::string with_escapes(std::string_view bytes) {
    std::string text;
    for (const char character : bytes) {
        const auto byte = static_cast<unsigned char>(character);
        if (character == '\n') {
            text += "\\n";
        } else if (character == '\t') {
            text += "\\t";
        } else if (character == '\\') {
            text += "\\\\";
        } else if (byte < 0x20 || byte >= 0x7f) {
            text += "\\x" + hexadecimal(byte);
        } else {
            text += character;
        }
    }
    return text;
}

} // namespace vow::harness
