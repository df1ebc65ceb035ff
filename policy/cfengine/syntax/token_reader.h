#pragma once

#include "policy/cfengine/syntax/lexer.h"

namespace vow::cfengine {

/// The token the parser looks at, and the complaints about it. After too many of them the rest of
/// the file reads as its end.
class TokenReader {
public:
    TokenReader(const SourceText& source, Diagnostics& diagnostics);

    const Token& current() const { return current_; }
    bool at(TokenKind kind) const { return current_.kind == kind; }
    /// Whether a block begins here, or the file ends.
    bool at_block() const;
    std::string_view text() const {
        return source_.text().substr(current_.begin, current_.end - current_.begin);
    }
    Span span() const { return {&source_, current_.begin, current_.end}; }
    /// From the beginning of `begin` to the end of what was read last.
    Span span_since(const Token& begin) const { return {&source_, begin.begin, previous_end_}; }

    void advance() { read(&Lexer::next); }
    void advance_to_statement() { read(&Lexer::next_statement); }
    /// Whether the current token was of the kind; then it is passed.
    bool pass(TokenKind kind);

    /// "expected WANTED, got ...", at the token.
    void complain(std::string_view wanted);
    /// The same of punctuation that is missing: where the line before ends, if this is a later one.
    void complain_missing(std::string_view wanted);
    void complain(const DiagnosticKind& kind, Span span);

    /// Goes past the end of the statement that is being read, or to where a section, a block or the
    /// end of the block begins.
    void skip_statement();
    /// Goes to where a block begins.
    void skip_block();

private:
    void read(Token (Lexer::*next)());
    bool brace_ends_list();
    void complain_at(Span span, std::string_view wanted);
    bool after_runaway_string() const;
    void complain_of_runaway_string();

    const SourceText& source_;
    Diagnostics& diagnostics_;
    Lexer lexer_;
    Token current_;
    std::uint32_t previous_begin_ = 0;
    std::uint32_t previous_end_ = 0;
    std::size_t complaints_ = 0;
};

} // namespace vow::cfengine
