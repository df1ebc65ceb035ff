#include "policy/inmanta/syntax/lexer.h"

#include "policy/inmanta/syntax/mistake.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::inmanta {
namespace {

using Kind = Token::Kind;

constexpr std::array keywords = {
    std::string_view("typedef"),
    std::string_view("as"),
    std::string_view("entity"),
    std::string_view("extends"),
    std::string_view("end"),
    std::string_view("in"),
    std::string_view("implementation"),
    std::string_view("for"),
    std::string_view("matching"),
    std::string_view("index"),
    std::string_view("implement"),
    std::string_view("using"),
    std::string_view("when"),
    std::string_view("and"),
    std::string_view("or"),
    std::string_view("not"),
    std::string_view("true"),
    std::string_view("false"),
    std::string_view("import"),
    std::string_view("is"),
    std::string_view("defined"),
    std::string_view("dict"),
    std::string_view("null"),
    std::string_view("undef"),
    std::string_view("parents"),
    std::string_view("if"),
    std::string_view("else"),
    std::string_view("elif")};

constexpr std::array long_symbols = {
    std::string_view("::"),
    std::string_view("--"),
    std::string_view("->"),
    std::string_view("<-"),
    std::string_view("=="),
    std::string_view("!="),
    std::string_view("<="),
    std::string_view(">="),
    std::string_view("+="),
    std::string_view("**")};

constexpr std::string_view short_symbols = "<>+-/:[]()=,.{}?*%";
constexpr std::string_view long_quotes = R"(""")";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class ModelLexer {
public:
    ModelLexer(const SourceText& source, Diagnostics& diagnostics, const Stop* stop)
        : source_(source),
          text_(source.text()),
          diagnostics_(diagnostics),
          stop_(stop) {}

    std::vector<Token> run() {
        if (begins_with(byte_order_mark)) at_ = byte_order_mark.size();
        constexpr std::size_t usual_size = 3; // of a token with what follows it
        tokens_.reserve(text_.size() / usual_size);
        for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
            if (stop_ != nullptr) cancel_if_stopped(*stop_);
            if (!read_regex() && !read_string() && !read_number() && !read_name() && !read_symbol())
                refuse_character();
        }
        begin_ = text_.size();
        add(Kind::end, "");
        return std::move(tokens_);
    }

private:
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    bool begins_with(std::string_view word) const { return text_.substr(at_).starts_with(word); }

    void skip_blanks() {
        while (at_ < text_.size()) {
            if (peek() == '#' || begins_with("//"))
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (std::string_view(" \t\r\n").find(peek()) != std::string_view::npos)
                ++at_;
            else
                break;
        }
        begin_ = at_;
    }

    Span span() const {
        return {&source_, static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(at_)};
    }

    void add(Kind kind, std::string text) { tokens_.push_back({kind, span(), std::move(text)}); }

    /// A slash begins a pattern where an operand is due.
    bool read_regex() {
        if (peek() != '/' || is_after_operand()) return false;
        std::size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != '/' && text_[end] != '\n')
            end += text_[end] == '\\' && end + 1 < text_.size() ? 2U : 1U;
        if (end >= text_.size() || text_[end] != '/') return false;
        const std::string_view pattern = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        add(Kind::regex, std::string(pattern));
        return true;
    }

    bool is_after_operand() const {
        if (tokens_.empty()) return false;
        const Token& last = tokens_.back();
        if (last.kind == Kind::symbol)
            return last.text == ")" || last.text == "]" || last.text == "}";
        return last.kind != Kind::keyword;
    }

    bool read_string() {
        const char prefix = peek();
        const bool has_prefix =
            (prefix == 'r' || prefix == 'f') && (peek(1) == '"' || peek(1) == '\'');
        const char quote = has_prefix ? peek(1) : prefix;
        if (quote != '"' && quote != '\'') return false;
        if (!has_prefix && begins_with(long_quotes)) return read_long_string();
        const std::size_t start = at_ + (has_prefix ? 2 : 1);
        std::size_t end = start;
        while (end < text_.size() && text_[end] != quote && text_[end] != '\n')
            end += text_[end] == '\\' ? 2U : 1U;
        if (end >= text_.size() || text_[end] != quote) return false;
        const std::string_view inner = text_.substr(start, end - start);
        at_ = end + 1;
        if (has_prefix && prefix == 'r')
            add(Kind::raw_string, std::string(inner));
        else
            add(has_prefix ? Kind::format_string : Kind::string, without_escapes(inner));
        return true;
    }

    /// It ends with the first run of three quotes or more, of which up to two belong to the text.
    bool read_long_string() {
        const std::size_t start = at_ + long_quotes.size();
        const std::size_t found = text_.find(long_quotes, start);
        if (found == std::string_view::npos) return false;
        std::size_t end = found + long_quotes.size();
        while (end < text_.size() && text_[end] == '"' && end - found < 5)
            ++end;
        at_ = end;
        const std::size_t size = end - long_quotes.size() - start;
        add(Kind::long_string, without_escapes(with_plain_line_ends(text_.substr(start, size))));
        return true;
    }

    std::string without_escapes(std::string_view inner) {
        Unescaped result = unescaped(inner);
        for (const std::string& unknown : result.unknown)
            diagnostics_.add(invalid_escape, span(), {unknown});
        return std::move(result.text);
    }

    bool read_number() {
        std::size_t end = at_ + (peek() == '-' ? 1U : 0U);
        const std::size_t digits = end;
        while (end < text_.size() && is_digit(text_[end]))
            ++end;
        const bool has_fraction =
            end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1]);
        if (end == digits && !has_fraction) return false;
        if (has_fraction) {
            ++end;
            while (end < text_.size() && is_digit(text_[end]))
                ++end;
        }
        const std::string_view number = text_.substr(at_, end - at_);
        at_ = end;
        add(has_fraction ? Kind::real : Kind::integer, std::string(number));
        return true;
    }

    bool read_name() {
        if (!is_letter(peek())) return false;
        while (is_letter(peek()) || is_digit(peek()) || (peek() == '-' && peek(1) != '-'))
            ++at_;
        const std::string_view word = text_.substr(begin_, at_ - begin_);
        const bool is_class = word.front() >= 'A' && word.front() <= 'Z';
        add(is_keyword(word) ? Kind::keyword : (is_class ? Kind::class_name : Kind::name),
            std::string(word));
        return true;
    }

    bool read_symbol() {
        const auto found = std::ranges::find_if(long_symbols, [this](std::string_view symbol) {
            return begins_with(symbol);
        });
        if (found != long_symbols.end())
            at_ += found->size();
        else if (short_symbols.find(peek()) != std::string_view::npos)
            ++at_;
        else
            return false;
        add(Kind::symbol, std::string(text_.substr(begin_, at_ - begin_)));
        return true;
    }

    [[noreturn]] void refuse_character() {
        ++at_;
        while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U)
            ++at_;
        throw ModelError(Mistake{
            .kind = &parser_error,
            .words = "Syntax error: Illegal character '" +
                     std::string(text_.substr(begin_, at_ - begin_)) + "'",
            .place = Place{span(), Detail::column}});
    }

    const SourceText& source_;
    std::string_view text_;
    Diagnostics& diagnostics_;
    const Stop* stop_;
    std::size_t begin_ = 0; ///< of the token that is being read
    std::size_t at_ = 0;
    std::vector<Token> tokens_;
};

} // namespace

bool is_keyword(std::string_view word) {
    return std::ranges::find(keywords, word) != keywords.end();
}

std::vector<Token> tokens_of(const SourceText& source, Diagnostics& diagnostics, const Stop* stop) {
    return ModelLexer(source, diagnostics, stop).run();
}

} // namespace vow::inmanta
