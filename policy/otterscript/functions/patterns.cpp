#include "policy/otterscript/functions/table.h"
#include "protocol/text/regex.h"

#include <algorithm>
#include <array>

namespace vow::otterscript {
namespace {

using PatternCall = FunctionCall;

Regex pattern(PatternCall& call) {
    auto compiled = Regex::compile(call.text(1));
    if (const auto* error = std::get_if<RegexError>(&compiled))
        call.fail("'" + call.text(1) + "' is not a regular expression: " + error->message);
    return std::get<Regex>(std::move(compiled));
}

/// The number of a group by its number or name; nullopt for an unknown one.
std::optional<std::size_t> group_of(const Regex& regex, const std::string& word) {
    if (const auto number = integer_value(word)) return static_cast<std::size_t>(*number);
    for (const auto& [name, number] : regex.names()) {
        if (name == word) return number;
    }
    return std::nullopt;
}

/// The position after the character at `at`, whose further bytes are 10xxxxxx.
std::size_t after_character(std::string_view text, std::size_t at) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
        ++at;
    return at;
}

Value regex_find(PatternCall& call) {
    const Regex regex = pattern(call);
    const std::string& text = call.text(0);
    const auto group = call.has(2) ? group_of(regex, call.text(2)) : std::optional<std::size_t>(0);
    if (!group) call.fail("the pattern has no group '" + call.text(2) + "'");
    Vector found;
    for (std::size_t from = 0; from <= text.size();) {
        const auto match = regex.search(text, from);
        if (!match) break;
        if (*group < match->groups().size() && match->groups()[*group])
            found.emplace_back(std::string(*match->groups()[*group]));
        from = match->whole().empty() ? after_character(text, match->end()) : match->end();
    }
    return found;
}

/// Appends a replacement in which $1 and ${name} stand for groups.
void append_replacement(
    std::string& result, const std::string& to, const Regex& regex, const Match& match
) {
    for (std::size_t at = 0; at < to.size(); ++at) {
        std::size_t end = at + 1;
        std::string word;
        if (to[at] == '$' && end < to.size() && to[end] == '{') {
            end = to.find('}', end);
            if (end != std::string::npos) word = to.substr(at + 2, end++ - at - 2);
        } else if (to[at] == '$') {
            while (end < to.size() && to[end] >= '0' && to[end] <= '9')
                ++end;
            word = to.substr(at + 1, end - at - 1);
        }
        const auto group = word.empty() ? std::nullopt : group_of(regex, word);
        if (!group || *group >= match.groups().size()) {
            result += to[at];
            continue;
        }
        result += match.groups()[*group].value_or("");
        at = end - 1;
    }
}

Value regex_replace(PatternCall& call) {
    const Regex regex = pattern(call);
    const std::string& text = call.text(0);
    std::string result;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const auto match = regex.search(text, begin);
        if (!match) break;
        result.append(text, begin, match->begin() - begin);
        append_replacement(result, call.text(2), regex, *match);
        begin = match->end();
        if (!match->whole().empty()) continue;
        const std::size_t next = after_character(text, begin);
        result.append(text, std::min(begin, text.size()), next - begin);
        begin = next;
    }
    if (begin < text.size()) result.append(text, begin);
    return result;
}

constexpr std::array pattern_table = {
    Function{
        "MatchesRegex",
        Returns::scalar,
        2,
        "text, pattern",
        [](PatternCall& call) { return Value::boolean(pattern(call).is_in(call.text(0))); },
        "Whether a pattern matches a part of the text."},
    Function{
        "RegexFind",
        Returns::vector,
        2,
        "text, pattern, [group]",
        &regex_find,
        "All matches of a pattern, or of one of its groups."},
    Function{
        "RegexReplace",
        Returns::scalar,
        3,
        "text, pattern, new",
        &regex_replace,
        "The text with all matches replaced; $1 is a group."},
};

} // namespace

std::span<const Function> pattern_functions() {
    return pattern_table;
}

} // namespace vow::otterscript
