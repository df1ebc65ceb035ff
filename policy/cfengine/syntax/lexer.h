#pragma once

#include "policy/source/diagnostic.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vow::cfengine {

/// The release of CFEngine whose language this is: for the comparisons of macros, and
/// sys.cf_version.
inline constexpr std::string_view language_version = "3.27.0";

/// The macros of a policy file: @if ... @else ... @endif, each at the beginning of a line. They
/// test for a version or a feature. Skipped text need not parse.
class Macros {
public:
    Macros(const SourceText& source, Diagnostics& diagnostics)
        : source_(source),
          text_(source.text()),
          diagnostics_(diagnostics) {}

    /// True if the '@' at `offset` begins a macro.
    bool begins_at(std::size_t offset) const;
    /// Reads the macro at `offset` and returns the offset at which reading continues.
    std::size_t read(std::size_t offset);
    /// Reports an @if that is still open at the end of the file.
    void finish();

private:
    std::size_t read_if(std::size_t offset, std::string_view line);
    std::size_t skip_branch(std::size_t offset);
    Span span(std::size_t offset, std::size_t length) const;

    const SourceText& source_;
    std::string_view text_;
    Diagnostics& diagnostics_;
    std::size_t opened_at_ = std::string_view::npos; ///< offset of the open @if
};

enum class TokenKind {
    end,
    word,            ///< name, ns:name, bundle.name
    quoted,          ///< quotes included
    naked_reference, ///< $(x) or @{x}
    guard,           ///< linux:: or "$(x)"::, colons included
    heading,         ///< vars: , colon included
    arrow,           ///< =>
    promisee_arrow,  ///< ->
    left_brace,
    right_brace,
    left_parenthesis,
    right_parenthesis,
    comma,
    semicolon,
    bundle,
    body,
    promise,
    invalid ///< a byte that does not start a token
};

/// Bytes [begin, end) of the source text.
struct Token {
    TokenKind kind;
    std::uint32_t begin;
    std::uint32_t end;
};

/// Splits a policy file into tokens, one at a time, skipping blanks, comments and the text that
/// macros exclude. A class guard looks like other tokens, so the reader chooses next_statement()
/// where one may come.
class Lexer {
public:
    Lexer(const SourceText& source, Diagnostics& diagnostics)
        : text_(source.text()),
          source_(source),
          diagnostics_(diagnostics),
          macros_(source, diagnostics) {
        if (text_.starts_with(byte_order_mark)) refuse_byte_order_mark();
    }

    /// The next token in a place for values, names and punctuation.
    Token next();
    /// The next token at the beginning of a statement, which may be a class guard.
    Token next_statement();

    /// Goes back to `offset`, the end of a token.
    void go_back_to(std::uint32_t offset) { at_ = offset; }

private:
    void refuse_byte_order_mark();
    void skip_blank();
    Token word();
    Token quoted();
    Token naked_reference();
    Token punctuation();
    Token token(TokenKind kind, std::size_t length);
    char byte(std::size_t offset) const {
        return at_ + offset < text_.size() ? text_[at_ + offset] : '\0';
    }

    std::string_view text_;
    const SourceText& source_;
    Diagnostics& diagnostics_;
    Macros macros_;
    std::size_t at_ = 0;
};

} // namespace vow::cfengine
