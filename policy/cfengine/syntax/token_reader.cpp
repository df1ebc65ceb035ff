#include "policy/cfengine/syntax/token_reader.h"

#include <array>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind unexpected{"unexpected", "expected {}, got {}"};
constexpr DiagnosticKind too_many_errors{
    "too-many-errors", "too many errors; skipping the rest of the file"};

constexpr DiagnosticKind runaway_string{
    "runaway-string", "this string ends on line {}: is its closing quote missing?"};

/// The advice for an unexpected token; an empty `wanted` means any.
struct Hint {
    std::string_view wanted;
    std::string_view got;
    std::string_view words;
};

constexpr std::string_view list_words = R"(a list is written in braces: { "a", "b" })";
constexpr std::string_view quote_words = R"(quotes are " or ', not typographic ones)";

constexpr std::array<Hint, 12> hints = {{
    {"a value", "(", list_words},
    {"a value", "[", list_words},
    {"a value", "$", "the value of a variable is written $(name)"},
    {"',' or '}'", "=>", "a body is defined on its own and used by name: body TYPE NAME { ... }"},
    {"the name of a bundle", "{", "a bundle has a type and a name: bundle agent main"},
    {"the name of a body", "{", "a body has a type and a name: body perms mine"},
    {"a promiser in quotes", ";", "a promise ends with one ';'"},
    {"", "/", "a comment begins with '#'"},
    {"", "\u201C", quote_words},
    {"", "\u201D", quote_words},
    {"", "\u2018", quote_words},
    {"", "\u2019", quote_words},
}};

std::string hint_for(std::string_view wanted, std::string_view got) {
    for (const Hint& hint : hints) {
        if ((hint.wanted.empty() || hint.wanted == wanted) && got.starts_with(hint.got))
            return std::string(hint.words);
    }
    return {};
}

constexpr std::size_t max_errors = 20;
constexpr std::size_t max_quote_length = 40; ///< bytes of a token that a message quotes

/// The token as a message names it.
std::string described(TokenKind kind, std::string_view text) {
    if (kind == TokenKind::end) return "the end of the file";
    const std::size_t newline = text.find('\n');
    const bool shortened = newline != std::string_view::npos || text.size() > max_quote_length;
    text = text.substr(0, std::min(newline, max_quote_length));
    return "'" + std::string(text) + (shortened ? "..." : "") + "'";
}

} // namespace

TokenReader::TokenReader(const SourceText& source, Diagnostics& diagnostics, const Stop* stop)
    : source_(source),
      diagnostics_(diagnostics),
      stop_(stop),
      lexer_(source, diagnostics),
      current_(lexer_.next()) {}

void TokenReader::read(Token (Lexer::*next)()) {
    if (stop_ != nullptr) cancel_if_stopped(*stop_);
    previous_begin_ = current_.begin;
    previous_end_ = current_.end;
    if (errors_ > max_errors) {
        current_ = {TokenKind::end, current_.end, current_.end};
    } else {
        current_ = (lexer_.*next)();
    }
}

bool TokenReader::at_block() const {
    return at(TokenKind::bundle) || at(TokenKind::body) || at(TokenKind::promise) ||
           at(TokenKind::end);
}

bool TokenReader::pass(TokenKind kind) {
    if (!at(kind)) return false;
    advance();
    return true;
}

void TokenReader::report(std::string_view wanted) {
    report_at(span(), wanted);
}

void TokenReader::report_missing(std::string_view wanted) {
    const std::string_view between =
        source_.text().substr(previous_end_, current_.begin - previous_end_);
    const bool on_later_line = between.find('\n') != std::string_view::npos;
    report_at(on_later_line ? Span{&source_, previous_end_, previous_end_ + 1} : span(), wanted);
}

void TokenReader::report_at(Span span, std::string_view wanted) {
    const std::string got = described(current_.kind, text());
    if (at(TokenKind::end) && errors_ > max_errors) return;
    if (++errors_ > max_errors) {
        diagnostics_.add(too_many_errors, this->span(), {});
    } else if (after_runaway_string()) {
        report_runaway_string();
    } else {
        diagnostics_.add(unexpected, span, {wanted, got}, hint_for(wanted, text()));
    }
}

/// Whether the previous token is a string of several lines and a word follows its closing quote:
/// that quote was probably meant to open another string.
bool TokenReader::after_runaway_string() const {
    const std::string_view string =
        source_.text().substr(previous_begin_, previous_end_ - previous_begin_);
    const bool is_string = string.starts_with('"') || string.starts_with('\'');
    return is_string && string.find('\n') != string.npos && current_.begin == previous_end_ &&
           at(TokenKind::word);
}

/// After this, the inside and the outside of strings are swapped, so reading stops.
void TokenReader::report_runaway_string() {
    const Span quote{&source_, previous_begin_, previous_begin_ + 1};
    const std::string line = std::to_string(source_.position(previous_end_ - 1).line);
    diagnostics_.add(runaway_string, quote, {line});
    errors_ = max_errors + 1;
    current_ = {TokenKind::end, current_.begin, current_.begin};
}

void TokenReader::report(const DiagnosticKind& kind, Span span) {
    ++errors_;
    diagnostics_.add(kind, span, {});
}

/// A closing brace before a comma, a semicolon or a parenthesis ended a list, not a block.
bool TokenReader::brace_ends_list() {
    advance();
    return at(TokenKind::semicolon) || at(TokenKind::comma) || at(TokenKind::right_parenthesis);
}

void TokenReader::skip_statement() {
    while (!at_block() && !at(TokenKind::heading)) {
        if (at(TokenKind::semicolon)) return advance_to_statement();
        if (!at(TokenKind::right_brace)) {
            advance();
            continue;
        }
        const Token brace = current_;
        const std::uint32_t before = previous_end_;
        if (brace_ends_list()) continue;
        // It ended the block: step back, so that the block's reader finds it.
        previous_end_ = before;
        current_ = brace;
        lexer_.go_back_to(brace.end);
        return;
    }
}

void TokenReader::skip_block() {
    while (!at_block())
        advance();
}

} // namespace vow::cfengine
