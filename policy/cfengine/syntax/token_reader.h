#pragma once

#include "policy/cfengine/syntax/lexer.h"
#include "policy/run/world.h"

namespace vow::cfengine {

/// The current token of the parser, and the errors reported at it. After too many errors the rest
/// of the file is skipped.
class TokenReader {
public:
    /// Throws Cancelled at the first token after `stop` has a signal. Null: no signal ends it.
    TokenReader(const SourceText& source, Diagnostics& diagnostics, const Stop* stop);

    const Token& current() const { return current_; }
    bool at(TokenKind kind) const { return current_.kind == kind; }
    /// True if a block begins here, or the file ends.
    bool at_block() const;
    std::string_view text() const {
        return source_.text().substr(current_.begin, current_.end - current_.begin);
    }
    Span span() const { return {&source_, current_.begin, current_.end}; }
    /// From the beginning of `begin` to the end of the previous token.
    Span span_since(const Token& begin) const { return {&source_, begin.begin, previous_end_}; }

    void advance() { read(&Lexer::next); }
    void advance_to_statement() { read(&Lexer::next_statement); }
    /// Advances past the current token if it is of the kind; returns whether it was.
    bool pass(TokenKind kind);

    /// Reports "expected WANTED, got ..." at the token.
    void report(std::string_view wanted);
    /// Reports missing punctuation: at the end of the previous token if this one is on a later
    /// line.
    void report_missing(std::string_view wanted);
    void report(const DiagnosticKind& kind, Span span);

    /// Skips to after the current statement, or to the next section, block or end of block.
    void skip_statement();
    /// Skips to the next block.
    void skip_block();

private:
    void read(Token (Lexer::*next)());
    bool brace_ends_list();
    void report_at(Span span, std::string_view wanted);
    bool after_runaway_string() const;
    void report_runaway_string();

    const SourceText& source_;
    Diagnostics& diagnostics_;
    const Stop* stop_;
    Lexer lexer_;
    Token current_;
    std::uint32_t previous_begin_ = 0;
    std::uint32_t previous_end_ = 0;
    std::size_t errors_ = 0;
};

} // namespace vow::cfengine
