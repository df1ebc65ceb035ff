#include "policy/cfengine/syntax/token_reader.h"

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind unexpected{"unexpected", "expected {}, got {}"};
constexpr DiagnosticKind too_many_errors{
    "too-many-errors", "too many errors; the rest of the file is not read"};

constexpr std::size_t most_complaints = 20;
constexpr std::size_t longest_quote = 40; ///< bytes of a token that a message repeats

/// The token as a message names it.
std::string described(TokenKind kind, std::string_view text) {
    if (kind == TokenKind::end) return "the end of the file";
    const std::size_t newline = text.find('\n');
    const bool shortened = newline != std::string_view::npos || text.size() > longest_quote;
    text = text.substr(0, std::min(newline, longest_quote));
    return "'" + std::string(text) + (shortened ? "..." : "") + "'";
}

} // namespace

TokenReader::TokenReader(const SourceText& source, Diagnostics& diagnostics)
    : source_(source),
      diagnostics_(diagnostics),
      lexer_(source, diagnostics),
      current_(lexer_.next()) {}

void TokenReader::read(Token (Lexer::*next)()) {
    previous_end_ = current_.end;
    if (complaints_ > most_complaints) {
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

void TokenReader::complain(std::string_view wanted) {
    complain_at(span(), wanted);
}

void TokenReader::complain_missing(std::string_view wanted) {
    const std::string_view between =
        source_.text().substr(previous_end_, current_.begin - previous_end_);
    const bool on_later_line = between.find('\n') != std::string_view::npos;
    complain_at(on_later_line ? Span{&source_, previous_end_, previous_end_ + 1} : span(), wanted);
}

void TokenReader::complain_at(Span span, std::string_view wanted) {
    const std::string got = described(current_.kind, text());
    if (++complaints_ > most_complaints) {
        diagnostics_.add(too_many_errors, this->span(), {});
    } else {
        diagnostics_.add(unexpected, span, {wanted, got});
    }
}

void TokenReader::complain(const DiagnosticKind& kind, Span span) {
    ++complaints_;
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
