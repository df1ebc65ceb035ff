#include "policy/inmanta/syntax/token_stream.h"

#include <algorithm>
#include <array>

namespace vow::inmanta {
namespace {

/// Keywords that can end a complete phrase, so that an error after them is at the next token.
constexpr std::array closing_keywords = {
    std::string_view("true"),
    std::string_view("false"),
    std::string_view("null"),
    std::string_view("end"),
    std::string_view("undef"),
    std::string_view("parents"),
    std::string_view("defined")};

std::string reserved(const Token& token) {
    return "Syntax error: invalid identifier, " + token.text + " is a reserved keyword";
}

/// The reference names the line after the end, as it adds one.
[[noreturn]] void refuse_end(const Token& end) {
    const std::string line = std::to_string(end.span.position().line + 1);
    throw ModelError(Mistake{
        .kind = &parser_error,
        .words =
            "Syntax error: Unexpected end of file (" + end.span.source->path() + ":" + line + ":2)",
        .place = place_of(end),
        .place_use = Mistake::PlaceUse::not_appended});
}

bool is_reserved(const Token& token) {
    return token.kind == Token::Kind::keyword &&
           std::ranges::find(closing_keywords, token.text) == closing_keywords.end();
}

} // namespace

Place place_of(const Token& token) {
    return {token.span, Detail::column};
}

Place line_of(const Token& token) {
    return {token.span, Detail::line};
}

TokenStream::Level::Level(TokenStream& stream) : stream_(stream) {
    if (stream.depth_ == max_levels)
        refuse(place_of(stream.peek()), "Syntax error: too many nested expressions or blocks");
    ++stream.depth_;
}

const Token& TokenStream::peek(std::size_t ahead) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

bool TokenStream::is_symbol(std::string_view text, std::size_t ahead) const {
    return is(Token::Kind::symbol, ahead) && peek(ahead).text == text;
}

bool TokenStream::is_keyword(std::string_view word, std::size_t ahead) const {
    return is(Token::Kind::keyword, ahead) && peek(ahead).text == word;
}

bool TokenStream::accept(std::string_view word) {
    if (!is_symbol(word) && !is_keyword(word)) return false;
    take();
    return true;
}

const Token& TokenStream::expect(std::string_view word) {
    if (!is_symbol(word) && !is_keyword(word)) refuse();
    return take();
}

WrittenName TokenStream::expect_name() {
    if (!is(Token::Kind::name) && !is(Token::Kind::class_name)) refuse();
    return path_from(at_++);
}

bool TokenStream::is_class() const {
    std::size_t ahead = 0;
    while (is(Token::Kind::name, ahead) && is_symbol("::", ahead + 1))
        ahead += 2;
    return is(Token::Kind::class_name, ahead);
}

WrittenName TokenStream::expect_path() {
    const std::size_t first = at_;
    do {
        if (!is(Token::Kind::name) && !is(Token::Kind::class_name)) refuse();
        take();
    } while (accept("::"));
    return path_from(first);
}

WrittenName TokenStream::expect_class() {
    if (is_class()) return expect_path();
    while (is(Token::Kind::name) && is_symbol("::", 1)) {
        take();
        take();
    }
    if (is(Token::Kind::name))
        refuse(
            place_of(peek()),
            "Syntax error: Invalid identifier: Entity names must start with a "
            "capital"
        );
    refuse();
}

/// The name of the tokens from `first` to the one before the next.
WrittenName TokenStream::path_from(std::size_t first) const {
    const std::size_t last = std::max(at_, first + 1) - 1;
    WrittenName name{"", place_of(tokens_[first])};
    for (std::size_t i = first; i <= last; ++i)
        name.text += tokens_[i].text;
    name.place.span.end = tokens_[last].span.end;
    if (name.text.find('-') != std::string::npos)
        throw ModelError(Mistake{
            .kind = &hyphen_error,
            .words =
                "The use of '-' in identifiers is not allowed. please rename " + name.text + ".",
            .place = name.place,
            .statement = name.text});
    return name;
}

void TokenStream::skip_docstrings() {
    while (is(Token::Kind::long_string))
        take();
}

void TokenStream::refuse() const {
    const Token& token = peek();
    if (token.kind == Token::Kind::end) refuse_end(token);
    if (token.kind == Token::Kind::keyword) refuse(place_of(token), reserved(token));
    if (at_ > 0 && is_reserved(tokens_[at_ - 1]))
        refuse(place_of(tokens_[at_ - 1]), reserved(tokens_[at_ - 1]));
    Place after = place_of(token);
    after.span.begin = after.span.end;
    refuse(after, "Syntax error at token " + token.text);
}

void TokenStream::refuse(const Place& place, std::string words) {
    throw ModelError(Mistake{.kind = &parser_error, .words = std::move(words), .place = place});
}

} // namespace vow::inmanta
