#include "protocol/client/quotation.h"

#include "protocol/text/text.h"

namespace vow::client {
namespace {

constexpr std::size_t max_quoted = 200;

void append_visible(std::string& out, char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '\n') {
        out += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
        out += "\\x" + hexadecimal(byte);
    } else {
        out += letter;
    }
}

/// Cuts before the UTF-8 character that would not fit.
std::string_view cut(std::string_view text) {
    std::size_t length = max_quoted;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0U) == 0x80U)
        --length;
    return text.substr(0, length == 0 ? max_quoted : length);
}

} // namespace

std::string quoted_excerpt(std::string_view text) {
    const std::string_view shown = text.size() > max_quoted ? cut(text) : text;
    std::string out = "'";
    for (const char letter : shown)
        append_visible(out, letter);
    out += "'";
    if (shown.size() < text.size()) out += "...";
    return out;
}

} // namespace vow::client
