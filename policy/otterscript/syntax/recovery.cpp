#include "policy/otterscript/syntax/script_parser.h"

namespace vow::otterscript {
namespace {

void skip_block(Cursor& cursor) {
    int open = 0;
    while (!cursor.is_at_end()) {
        const char next = cursor.peek();
        cursor.advance();
        if (next == '{') ++open;
        if (next == '}' && --open == 0) return;
    }
}

void skip_string(Cursor& cursor) {
    const char quote = cursor.peek();
    std::size_t length = 1;
    while (cursor.peek(length) != quote && cursor.peek(length) != '\n' &&
           cursor.peek(length) != '\0') {
        ++length;
    }
    cursor.advance(cursor.peek(length) == quote ? length + 1 : 1);
}

} // namespace

void recover(Cursor& cursor, int depth) {
    while (!cursor.is_at_end()) {
        const char next = cursor.peek();
        if (next == '}') {
            if (depth == 0) cursor.advance();
            break;
        }
        if (next == '{') {
            skip_block(cursor);
            break;
        }
        if (cursor.skip(';')) break;
        if (next == '"' || next == '\'')
            skip_string(cursor);
        else
            cursor.advance();
    }
    cursor.forget_comments();
}

} // namespace vow::otterscript
