#pragma once

#include "policy/inmanta/syntax/lexer.h"
#include "policy/inmanta/syntax/mistake.h"
#include "policy/inmanta/syntax/tree.h"
#include "policy/run/world.h"

#include <string_view>
#include <vector>

namespace vow::inmanta {

/// The tokens of a file, one after the other, and the errors at them.
class TokenStream {
public:
    /// `tokens` ends with `end`. Borrows `stop`, if any.
    TokenStream(std::vector<Token> tokens, const Stop* stop)
        : tokens_(std::move(tokens)),
          stop_(stop) {}

    /// Throws Cancelled after a signal.
    void check_stop() const {
        if (stop_ != nullptr) cancel_if_stopped(*stop_);
    }

    const Token& peek(std::size_t ahead = 0) const;
    const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
    bool is(Token::Kind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
    bool is_symbol(std::string_view text, std::size_t ahead = 0) const;
    bool is_keyword(std::string_view word, std::size_t ahead = 0) const;
    /// Takes the symbol or keyword if it comes next.
    bool accept(std::string_view word);
    /// Takes it, or throws.
    const Token& expect(std::string_view word);

    /// A name without namespaces.
    WrittenName expect_name();
    /// "a::b::c".
    WrittenName expect_path();
    /// "a::b::C".
    WrittenName expect_class();
    /// Whether the class name of a path comes next.
    bool is_class() const;

    void skip_docstrings();

    [[noreturn]] void refuse() const; ///< the next token
    [[noreturn]] static void refuse(const Place& place, std::string words);

    /// Guards against nesting that would exhaust the stack.
    class Level {
    public:
        explicit Level(TokenStream& stream);
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        ~Level() { --stream_.depth_; }

    private:
        TokenStream& stream_;
    };

private:
    WrittenName path_from(std::size_t first) const;

    std::vector<Token> tokens_;
    const Stop* stop_;
    std::size_t at_ = 0;
    unsigned depth_ = 0;
};

/// Levels of nesting, and operators in one row.
constexpr unsigned max_levels = 200;

Place place_of(const Token& token);
Place line_of(const Token& token);

} // namespace vow::inmanta
