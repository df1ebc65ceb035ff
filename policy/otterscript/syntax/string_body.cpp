#include "policy/otterscript/syntax/string_body.h"

#include <string>

namespace vow::otterscript {
namespace {

constexpr std::size_t max_fish_length = 5;

/// At the quote.
Span quoted_body(Cursor& cursor) {
    const std::size_t begin = cursor.at();
    const char quote = cursor.peek();
    for (cursor.advance(); !cursor.is_at_end() && cursor.peek() != '\n'; cursor.advance()) {
        if (cursor.peek() != quote) continue;
        const Span body = cursor.span(begin + 1, cursor.at());
        cursor.advance();
        return body;
    }
    cursor.go_to(begin); // so that reading goes on in this line
    cursor.fail(unterminated_string, cursor.span(begin, begin + 1));
}

/// 0 if no swim string begins here.
std::size_t fish_length(const Cursor& cursor) {
    if (cursor.peek() != '>') return 0;
    for (std::size_t length = 1; length <= max_fish_length + 1; ++length) {
        const char next = cursor.peek(length);
        if (next == '>') return length + 1;
        if (next == '\0' || next == '\n') return 0;
    }
    return 0;
}

/// Of overlapping closing fish the last one ends the string.
Span swim_body(Cursor& cursor) {
    const std::size_t begin = cursor.at();
    const std::size_t length = fish_length(cursor);
    const std::string fish(cursor.text(begin, begin + length));
    cursor.advance(length);
    while (!cursor.is_at_end() && !cursor.looks_at(fish))
        cursor.advance();
    if (cursor.is_at_end()) cursor.fail(unterminated_string, cursor.span(begin, begin + length));
    std::size_t close = cursor.at();
    for (std::size_t next = close + 1; next < close + length; ++next) {
        if (cursor.text(next, next + length) == fish) close = next;
    }
    cursor.go_to(close + length);
    cursor.note_swim_end();
    return cursor.span(begin + length, close);
}

} // namespace

std::optional<Span> read_string_body(Cursor& cursor) {
    if (cursor.peek() == '"' || cursor.peek() == '\'') return quoted_body(cursor);
    if (fish_length(cursor) > 0) return swim_body(cursor);
    return std::nullopt;
}

} // namespace vow::otterscript
