#include "policy/otterscript/evaluation/replacement.h"
#include "policy/otterscript/functions/table.h"
#include "protocol/text/regex.h"

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

Value regex_replace(PatternCall& call) {
    return with_replaced_matches(pattern(call), call.text(0), call.text(2));
}

constexpr std::array pattern_table = {
    Function{
        "MatchesRegex",
        Returns::scalar,
        2,
        "text, pattern",
        [](PatternCall& call) { return Value::boolean(pattern(call).is_in(call.text(0))); },
        "Whether a pattern matches a part of the text.",
        R"($MatchesRegex(web1, web\d+))"},
    Function{
        "RegexFind",
        Returns::vector,
        2,
        "text, pattern, [group]",
        &regex_find,
        "All matches of a pattern, or of one of its groups.",
        R"(@RegexFind(a1b2, "[0-9]"))"},
    Function{
        "RegexReplace",
        Returns::scalar,
        3,
        "text, pattern, new",
        &regex_replace,
        "The text with all matches replaced; $1 is a group.",
        "$RegexReplace(a-b, -, _)"},
};

} // namespace

std::span<const Function> pattern_functions() {
    return pattern_table;
}

} // namespace vow::otterscript
