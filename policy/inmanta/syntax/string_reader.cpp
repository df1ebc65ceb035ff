#include "policy/inmanta/syntax/readers.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::inmanta {
namespace {

bool is_reference_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
}

/// "a.b.c" as a chain of attributes.
ExpressionPtr reference_of(std::string_view path, const Token& token) {
    const Place line = line_of(token);
    std::size_t dot = path.find('.');
    ExpressionPtr reference = made(line, Reference{{std::string(path.substr(0, dot)), line}});
    while (dot != std::string_view::npos) {
        const std::size_t next = path.find('.', dot + 1);
        const std::string_view attribute =
            path.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1);
        reference =
            made(line, AttributeReference{std::move(reference), {std::string(attribute), line}});
        dot = next;
    }
    return reference;
}

struct Hole {
    std::size_t begin, end; ///< with its braces
    std::string_view path;
};

/// The next `{{ path }}` at or after `from`; its path is empty if there is none.
Hole next_hole(std::string_view text, std::size_t from) {
    for (std::size_t begin = text.find("{{", from); begin != std::string_view::npos;
         begin = text.find("{{", begin + 1)) {
        const std::size_t end = text.find("}}", begin);
        if (end == std::string_view::npos) break;
        const std::string_view path = trimmed(text.substr(begin + 2, end - begin - 2));
        if (!path.empty() && std::ranges::all_of(path, is_reference_character))
            return {begin, end + 2, path};
    }
    return {text.size(), text.size(), {}};
}

/// Reads the parts of an f-string.
class FormatReader {
public:
    explicit FormatReader(const Token& token) : token_(token), text_(token.text) {}

    std::vector<Format::Part> run() { return parts(Level::text); }

private:
    enum class Level { text, specification };

    std::vector<Format::Part> parts(Level level) {
        std::vector<Format::Part> result(1);
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const bool is_doubled = at_ + 1 < text_.size() && text_[at_ + 1] == c;
            if (c == '}' && level == Level::specification) break;
            if ((c == '{' || c == '}') && is_doubled && level == Level::text) {
                result.back().text += c;
                at_ += 2;
            } else if (c == '{') {
                read_field(result.back());
                result.emplace_back();
            } else if (c == '}') {
                refuse("Single '}' encountered in format string");
            } else {
                result.back().text += c;
                ++at_;
            }
        }
        return result;
    }

    void read_field(Format::Part& part) {
        const std::size_t end = text_.find_first_of(":{}", at_ + 1);
        if (end == std::string_view::npos) refuse("expected '}' before end of string");
        const std::string_view path = trimmed(text_.substr(at_ + 1, end - at_ - 1));
        if (path.empty() || (path.front() >= '0' && path.front() <= '9') ||
            !std::ranges::all_of(path, is_reference_character))
            refuse("an f-string needs the name of a variable between { and }");
        part.value = reference_of(path, token_);
        at_ = end;
        if (text_[at_] == ':') {
            ++at_;
            part.specification = parts(Level::specification);
        }
        if (at_ >= text_.size() || text_[at_] != '}') refuse("expected '}' before end of string");
        ++at_;
    }

    [[noreturn]] void refuse(std::string words) const {
        TokenStream::refuse(place_of(token_), "Syntax error: " + std::move(words));
    }

    const Token& token_;
    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace

bool has_reference(std::string_view text) {
    return !next_hole(text, 0).path.empty();
}

ExpressionPtr read_string(const Token& token) {
    const std::string_view text = token.text;
    Hole hole = next_hole(text, 0);
    if (hole.path.empty()) return made(line_of(token), Literal{token.text});
    Format format{token.text, {}};
    std::size_t from = 0;
    while (!hole.path.empty()) {
        format.parts.push_back(
            {std::string(text.substr(from, hole.begin - from)), reference_of(hole.path, token)}
        );
        from = hole.end;
        hole = next_hole(text, from);
    }
    format.parts.push_back({std::string(text.substr(from))});
    return made(line_of(token), std::move(format));
}

ExpressionPtr read_format_string(const Token& token) {
    return made(line_of(token), Format{token.text, FormatReader(token).run()});
}

} // namespace vow::inmanta
