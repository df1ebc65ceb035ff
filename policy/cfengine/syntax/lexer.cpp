#include "policy/cfengine/syntax/lexer.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind unclosed_string{"unclosed-string", "this string is not closed"};

constexpr DiagnosticKind has_byte_order_mark{
    "byte-order-mark", "the file begins with a byte order mark: save it as UTF-8 without one"};
constexpr DiagnosticKind name_too_long{"name-too-long", "a name has at most 8191 bytes"};

constexpr std::size_t max_name_length = 8191;
constexpr std::size_t max_reference_length = 4096; ///< bounds the search for its end

/// The bytes allowed in names (all non-ASCII bytes are), class guards and references.
struct ByteClasses {
    std::array<bool, 256> name{};
    std::array<bool, 256> guard{};
    std::array<bool, 256> reference{};

    constexpr ByteClasses() {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            name[byte] = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                         (byte >= '0' && byte <= '9') || byte == '_' || byte >= 0x80;
            guard[byte] = name[byte];
            reference[byte] = name[byte];
        }
        add(guard, " \t.|&!():");
        add(reference, ".:[](){}$@");
    }

    static constexpr void add(std::array<bool, 256>& set, std::string_view bytes) {
        for (const char byte : bytes)
            set[static_cast<unsigned char>(byte)] = true;
    }
};

constexpr ByteClasses byte_classes;

bool in(const std::array<bool, 256>& set, char byte) {
    return set[static_cast<unsigned char>(byte)];
}

bool is_name(char byte) {
    return in(byte_classes.name, byte);
}

/// The length of the class guard at the start of `text`, including its colons; 0 without one. Of
/// more than two colons the first ones belong to the name of a class, as in the reference.
std::size_t guard_length(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size() && in(byte_classes.guard, text[at])) {
        if (text.substr(at).starts_with("::"))
            return std::min(text.find_first_not_of(':', at), text.size());
        ++at;
    }
    return 0;
}

/// The length of a section's heading, `vars:`, at the start of `text`; 0 without one.
std::size_t heading_length(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size() && in(byte_classes.name, text[at]))
        ++at;
    if (at == 0 || at == text.size() || text[at] != ':') return 0;
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    return next == ':' || is_name(next) ? 0 : at + 1; // ns:name is a name
}

TokenKind kind_of_word(std::string_view word) {
    if (word == "bundle") return TokenKind::bundle;
    if (word == "body") return TokenKind::body;
    if (word == "promise") return TokenKind::promise;
    return TokenKind::word;
}

} // namespace

void Lexer::refuse_byte_order_mark() {
    at_ = byte_order_mark.size();
    diagnostics_.add(has_byte_order_mark, Span{&source_, 0, static_cast<std::uint32_t>(at_)}, {});
}

Token Lexer::next() {
    skip_blank();
    const char first = byte(0);
    if (at_ == text_.size()) {
        macros_.finish();
        return token(TokenKind::end, 0);
    }
    if (is_name(first)) return word();
    if (first == '"' || first == '\'' || first == '`') return quoted();
    if ((first == '$' || first == '@') && (byte(1) == '(' || byte(1) == '{')) {
        return naked_reference();
    }
    return punctuation();
}

Token Lexer::next_statement() {
    skip_blank();
    const std::string_view rest = text_.substr(at_);
    if (const std::size_t length = heading_length(rest)) return token(TokenKind::heading, length);
    if (const std::size_t length = guard_length(rest)) return token(TokenKind::guard, length);
    Token token = next();
    if (token.kind == TokenKind::quoted && text_.substr(at_).starts_with("::")) {
        at_ += 2;
        token = {TokenKind::guard, token.begin, token.end + 2};
    }
    return token;
}

void Lexer::skip_blank() {
    while (at_ < text_.size()) {
        const char here = text_[at_];
        if (here == ' ' || here == '\t' || here == '\n' || here == '\r') {
            ++at_;
        } else if (here == '#') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (here == '@' && macros_.begins_at(at_)) {
            at_ = macros_.read(at_);
        } else {
            return;
        }
    }
}

/// name, ns:name, bundle.name, ns:bundle.name; with a colon after it, a section's heading.
Token Lexer::word() {
    const std::string_view rest = text_.substr(at_);
    if (const std::size_t length = heading_length(rest)) return token(TokenKind::heading, length);
    std::size_t length = 0;
    const auto skip_name = [&] {
        while (is_name(byte(length)))
            ++length;
    };
    skip_name();
    for (const char separator : {':', '.'}) {
        if (byte(length) != separator || !is_name(byte(length + 1))) continue;
        ++length;
        skip_name();
    }
    const Token word = token(kind_of_word(rest.substr(0, length)), length);
    if (length > max_name_length) {
        diagnostics_.add(name_too_long, Span{&source_, word.begin, word.end}, {});
    }
    return word;
}

Token Lexer::quoted() {
    const char quote = byte(0);
    for (std::size_t at = at_ + 1; at < text_.size(); ++at) {
        if (text_[at] == quote) return token(TokenKind::quoted, at + 1 - at_);
        if (text_[at] == '\\' && quote != '`') ++at;
    }
    const auto begin = static_cast<std::uint32_t>(at_);
    diagnostics_.add(unclosed_string, Span{&source_, begin, begin + 1}, {});
    at_ = text_.size();
    return {TokenKind::invalid, begin, begin + 1};
}

Token Lexer::naked_reference() {
    std::size_t open = 0;
    std::size_t length = 1;
    do {
        const char here = byte(length);
        if (length > max_reference_length || !in(byte_classes.reference, here)) {
            return token(TokenKind::invalid, 1);
        }
        if (here == '(' || here == '{') ++open;
        if (here == ')' || here == '}') --open;
        ++length;
    } while (open > 0);
    return token(TokenKind::naked_reference, length);
}

Token Lexer::punctuation() {
    switch (byte(0)) {
    case '{': return token(TokenKind::left_brace, 1);
    case '}': return token(TokenKind::right_brace, 1);
    case '(': return token(TokenKind::left_parenthesis, 1);
    case ')': return token(TokenKind::right_parenthesis, 1);
    case ',': return token(TokenKind::comma, 1);
    case ';': return token(TokenKind::semicolon, 1);
    case '=': return byte(1) == '>' ? token(TokenKind::arrow, 2) : token(TokenKind::invalid, 1);
    case '-':
        return byte(1) == '>' ? token(TokenKind::promisee_arrow, 2) : token(TokenKind::invalid, 1);
    default: return token(TokenKind::invalid, 1);
    }
}

Token Lexer::token(TokenKind kind, std::size_t length) {
    const auto begin = static_cast<std::uint32_t>(at_);
    at_ += length;
    return {kind, begin, static_cast<std::uint32_t>(at_)};
}

} // namespace vow::cfengine
