#include "protocol/text/shown_text.h"

#include "protocol/text/characters.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow {
namespace {

struct Range {
    char32_t first, last;
};

constexpr Range misleading[] = {
    {0x00, 0x08}, // control characters except the tab
    {0x0a, 0x1f},
    {0x7f, 0x9f},     // some terminals interpret the high ones as they do ESC and a letter
    {0x061c, 0x061c}, // marks of direction
    {0x200e, 0x200f},
    {0x2028, 0x202e}, // separators of lines and paragraphs, and embeddings and overrides
    {0x2066, 0x2069},
};

bool is_misleading(char32_t code) {
    for (const Range& range : misleading) {
        if (code >= range.first && code <= range.last) return true;
    }
    return false;
}

bool is_plain(char letter) {
    return letter == '\t' || (letter >= 0x20 && letter < 0x7f);
}

void append_escaped(std::string& line, std::string_view bytes) {
    for (const char byte : bytes)
        line.append("\\x").append(hexadecimal(static_cast<unsigned char>(byte)));
}

} // namespace

void append_shown(std::string& line, std::string_view text, LineEnds line_ends) {
    while (!text.empty()) {
        std::size_t size = 0;
        while (size < text.size() && is_plain(text[size]))
            ++size;
        line += text.substr(0, size);
        text.remove_prefix(size);
        if (text.empty()) break;
        const auto character = leading_character(text);
        size = character ? character->length : 1;
        const std::string_view bytes = text.substr(0, size);
        const bool is_c1 = character && character->code >= 0x80 && character->code < 0xa0;
        if (bytes == "\n" && line_ends == LineEnds::kept) {
            line += bytes;
        } else if (character && !is_misleading(character->code)) {
            line += bytes;
        } else {
            append_escaped(line, is_c1 ? bytes.substr(1) : bytes);
        }
        text.remove_prefix(size);
    }
}

std::string shown(std::string_view text, LineEnds line_ends) {
    std::string line;
    append_shown(line, text, line_ends);
    return line;
}

std::string shown_json(std::string_view text) {
    if (std::ranges::all_of(text, [](char letter) { return is_plain(letter); }))
        return std::string(text);
    std::string line;
    while (!text.empty()) {
        const auto character = leading_character(text);
        const std::size_t size = character ? character->length : 1;
        if (character && is_misleading(character->code)) {
            line.append("\\u").append(hexadecimal(static_cast<unsigned char>(character->code >> 8U))
            );
            line += hexadecimal(static_cast<unsigned char>(character->code & 0xffU));
        } else {
            line += text.substr(0, size);
        }
        text.remove_prefix(size);
    }
    return line;
}

} // namespace vow
