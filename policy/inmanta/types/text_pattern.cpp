#include "policy/inmanta/types/text_pattern.h"

#include "policy/inmanta/syntax/mistake.h"
#include "protocol/text/characters.h"

#include <array>

namespace vow::inmanta {
namespace {

/// Why a pattern is not one of Python's; the text ends with the place.
struct PatternFault {
    std::string words;
};

[[noreturn]] void refuse(std::string words, std::size_t at) {
    throw PatternFault{std::move(words) + " at position " + std::to_string(at)};
}

/// Writes a pattern of Python's `re` as one of PCRE2, which knows more and reads some signs in
/// another way. Mistakes that both refuse are left to PCRE2.
class PatternTranslation {
public:
    explicit PatternTranslation(std::string_view pattern) : pattern_(pattern) {}

    std::string run() {
        while (at_ < pattern_.size()) {
            const char sign = pattern_[at_];
            if (sign == '\\')
                add_escape(outside_set);
            else if (sign == '[')
                add_set();
            else if (sign == '(')
                add_group();
            else
                add(1);
        }
        return std::move(written_);
    }

private:
    enum Place { outside_set, inside_set };

    std::string_view rest() const { return pattern_.substr(at_); }

    void add(std::size_t count) {
        written_ += pattern_.substr(at_, count);
        at_ += count;
    }

    void replace(std::size_t count, std::string_view text) {
        written_ += text;
        at_ += count;
    }

    /// Letters after a backslash have a meaning or are refused; other signs stand for themselves.
    void add_escape(Place place) {
        const std::string_view escape = rest().substr(0, 2);
        if (escape.size() < 2) return add(1);
        const char letter = escape[1];
        if (letter == 'u' || letter == 'U') return add_code_point(letter == 'u' ? 4 : 8);
        if (letter == 'v') return replace(2, "\\x0b");
        if (letter == 'Z' && place == outside_set) return replace(2, "\\z");
        const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        const std::string_view known = place == outside_set ? "AbBdDsSwWafnrtx" : "bdDsSwWafnrtx";
        if (is_letter && known.find(letter) == std::string_view::npos)
            refuse("bad escape " + std::string(escape), at_);
        add(2);
    }

    void add_code_point(std::size_t digits) {
        const std::string_view number = rest().substr(2, digits);
        if (number.size() < digits) refuse("incomplete escape " + std::string(rest()), at_);
        replace(2 + digits, "\\x{" + std::string(number) + "}");
    }

    /// A bracket inside of a set is plain, where PCRE2 has classes such as [:alpha:].
    void add_set() {
        add(1);
        if (rest().starts_with('^')) add(1);
        if (rest().starts_with(']')) add(1);
        while (at_ < pattern_.size() && pattern_[at_] != ']') {
            if (pattern_[at_] == '\\')
                add_escape(inside_set);
            else if (pattern_[at_] == '[')
                replace(1, "\\[");
            else
                add(1);
        }
        add(at_ < pattern_.size() ? 1 : 0);
    }

    void add_group() {
        static constexpr std::array<std::string_view, 9> known = {
            ":", "=", "!", "<=", "<!", "P<", "P=", "#", "("};
        if (rest().starts_with("(*")) refuse("nothing to repeat", at_ + 1);
        if (!rest().starts_with("(?")) return add(1);
        const std::string_view extension = rest().substr(2);
        static constexpr std::string_view flags = "aiLmsux->";
        bool is_known = extension.empty() || flags.find(extension.front()) != flags.npos;
        for (const std::string_view one : known)
            is_known = is_known || extension.starts_with(one);
        if (!is_known) refuse("unknown extension ?" + std::string(extension.substr(0, 1)), at_ + 1);
        add(2);
    }

    std::string_view pattern_;
    std::size_t at_ = 0;
    std::string written_;
};

[[noreturn]] void refuse_pattern(const std::string& pattern, const std::string& why) {
    throw ModelError(Mistake{
        .kind = &parser_error,
        .words = "Syntax error: Regex error in /" + pattern + "/: '" + why + "'"});
}

bool is_utf8(std::string_view text) {
    while (const auto character = leading_character(text))
        text.remove_prefix(character->length);
    return text.empty();
}

Regex compiled(const std::string& pattern) {
    std::string written;
    try {
        written = PatternTranslation(pattern).run();
    } catch (const PatternFault& fault) {
        refuse_pattern(pattern, fault.words);
    }
    auto result = Regex::compile("(*UTF)(*UCP)\\A(?-ms:" + written + ")");
    if (const auto* fault = std::get_if<RegexError>(&result))
        refuse_pattern(pattern, fault->message);
    return std::get<Regex>(std::move(result));
}

} // namespace

TextPattern::TextPattern(const std::string& pattern)
    : written_(pattern),
      regex_(compiled(pattern)) {}

bool TextPattern::matches(std::string_view text) const {
    if (!is_utf8(text)) return false;
    try {
        return regex_.search(text).has_value();
    } catch (const RegexLimitError&) {
        throw ModelError(Mistake{
            .kind = &runtime_error,
            .words = "/" + written_ + "/ takes too long to match this text",
            .hint = "repetitions inside of repetitions, as in (a+)+, have too many ways to match"});
    }
}

} // namespace vow::inmanta
