// The parts of ExpressionReader that read texts: escapes, references and what ends them.

#include "policy/otterscript/syntax/expression_reader.h"
#include "policy/otterscript/syntax/variable_name.h"

#include <algorithm>
#include <utility>

namespace vow::otterscript {
namespace {

/// The character that a letter after a backtick stands for; '\0' if there is none.
char escaped(char letter) {
    switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case '$':
    case '@':
    case '%':
    case '`': return letter;
    default: return '\0';
    }
}

/// The bytes of the UTF-8 character that begins with this one.
std::size_t width_of(char first) {
    const auto byte = static_cast<unsigned char>(first);
    if (byte < 0xC0) return 1;
    return byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

void add_plain(TextExpression& text, std::string& plain) {
    if (plain.empty()) return;
    text.pieces.push_back({.content = std::exchange(plain, {})});
}

} // namespace

void ExpressionReader::read_pieces(
    const Delimiters* delimiters, TextExpression& text, std::size_t plain_until
) {
    std::string plain;
    std::size_t kept = 0; ///< of `plain`: not to be trimmed
    int open = 0;         ///< parentheses in the text
    while (!cursor_.is_at_end()) {
        const char next = cursor_.peek();
        if (delimiters != nullptr && cursor_.at() >= plain_until) {
            if (next == '\n' || (open == 0 && is_delimiter(*delimiters))) break;
            if (next == '(' && (open > 0 || has_closing_on_line())) ++open;
            if (next == ')' && open > 0) --open;
        }
        if (next == '`') {
            read_escape(plain);
            kept = plain.size();
        } else if (next != '$' || !read_reference(text, plain)) {
            plain += next;
            cursor_.advance();
        } else {
            kept = 0;
        }
    }
    if (delimiters != nullptr) {
        while (plain.size() > kept && is_blank(plain.back()))
            plain.pop_back();
    }
    add_plain(text, plain);
}

ExpressionReader::Line ExpressionReader::rest_of_line() const {
    Line line{.begin = cursor_.at(), .end = cursor_.at(), .range_end = cursor_.end()};
    for (;; ++line.end) {
        const char next = cursor_.peek(line.end - line.begin);
        if (next == '\0' || next == '\n') return line;
        if (next == '(') line.unclosed.push_back(line.end);
        if (next == ')' && !line.unclosed.empty()) line.unclosed.pop_back();
    }
}

/// Each line is looked at once, however many parentheses it has.
bool ExpressionReader::has_closing_on_line() {
    const std::size_t at = cursor_.at();
    const bool is_known = at >= line_.begin && at < line_.end && line_.range_end == cursor_.end();
    if (!is_known) line_ = rest_of_line();
    return !std::ranges::binary_search(line_.unclosed, at);
}

bool ExpressionReader::looks_at_arguments() const {
    const std::size_t begin = cursor_.at();
    cursor_.advance();
    cursor_.skip_blanks();
    bool is_list = cursor_.peek() == ')';
    const std::size_t length = cursor_.name_length(cursor_.at());
    if (length > 0) {
        cursor_.advance(length);
        cursor_.skip_blanks();
        is_list = cursor_.peek() == ':' || cursor_.looks_at("=>");
    }
    cursor_.go_to(begin);
    return is_list;
}

bool ExpressionReader::is_delimiter(Delimiters delimiters) const {
    const char next = cursor_.peek();
    const auto follows_blank = [&] {
        return cursor_.at() > 0 && is_blank(cursor_.text(cursor_.at() - 1, cursor_.at()).front());
    };
    switch (delimiters) {
    case Delimiters::statement:
    case Delimiters::message: return next == ';';
    case Delimiters::positional:
        return next == ';' || (next == '(' && follows_blank() && looks_at_arguments());
    case Delimiters::item: return next == ',' || next == ')';
    case Delimiters::key: return next == ':' || next == ',' || next == ')';
    case Delimiters::nested: return next == ')';
    case Delimiters::index: return next == ']';
    case Delimiters::fallback: return next == ',' || next == '>';
    case Delimiters::source: return next == '{';
    case Delimiters::directive: return next == '{' || next == ',';
    case Delimiters::operand: break;
    }
    if (next == '=' || next == ')' || next == '{') return true;
    if (cursor_.looks_at("!=") || cursor_.looks_at("&&") || cursor_.looks_at("||")) return true;
    if (next != '<' && next != '>') return false;
    const char behind = cursor_.peek(cursor_.peek(1) == '=' ? 2 : 1);
    return follows_blank() && is_blank(behind);
}

/// A backtick protects neither a closing quote nor a delimiter.
void ExpressionReader::read_escape(std::string& plain) {
    const std::size_t begin = cursor_.at();
    const char letter = cursor_.peek(1);
    cursor_.advance();
    if (cursor_.is_at_end() || letter == ';' || letter == '\n') {
        plain += '`';
        return;
    }
    if (const char meant = escaped(letter); meant != '\0') {
        plain += meant;
        return cursor_.advance();
    }
    const std::size_t width = width_of(letter);
    const std::string_view character = cursor_.text(begin + 1, begin + 1 + width);
    cursor_.diagnostics().add(bad_escape, cursor_.span(begin, begin + 1 + width), {character});
    plain += character;
    cursor_.advance(width);
}

/// At `$`. Returns false if it stands for itself.
bool ExpressionReader::read_reference(TextExpression& text, std::string& plain) {
    const std::size_t begin = cursor_.at();
    const std::size_t length = cursor_.name_length(begin + 1);
    Piece piece;
    if (cursor_.peek(1) == '(') {
        piece.content = std::make_unique<Expression>(read_nested());
    } else if (length > 0 && cursor_.peek(1 + length) == '(') {
        piece.content = read_call(Sign::scalar, begin);
    } else if (length > 0 || cursor_.peek(1) == '{') {
        piece.content = read_reference_name(cursor_);
    } else {
        return false;
    }
    piece.span = cursor_.span(begin, cursor_.at());
    add_plain(text, plain);
    text.pieces.push_back(std::move(piece));
    return true;
}

Expression ExpressionReader::read_nested() {
    const std::size_t open = cursor_.at() + 1;
    cursor_.advance(2);
    cursor_.skip_blanks();
    if (cursor_.is_at_end()) cursor_.fail(unclosed, cursor_.span(open, open + 1), "(");
    Expression expression = read_literal(Delimiters::nested);
    close(open);
    return expression;
}

} // namespace vow::otterscript
