#include "policy/cfengine/functions/families.h"
#include "protocol/text/digest.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::cfengine::families {

namespace {

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

Result canonify(Call& call) {
    return Value::string(canonified(call.text(0)));
}

Result canonifyuniquely(Call& call) {
    const std::string& text = call.text(0);
    return Value::string(canonified(text + "_" + digest_of(text, Digest::Algorithm::sha1)));
}

Result escape(Call& call) {
    std::string escaped;
    for (const char c : call.text(0)) {
        if (!is_letter_or_digit(c)) escaped += '\\';
        escaped += c;
    }
    return Value::string(std::move(escaped));
}

std::string replaced(std::string_view text, std::string_view search, std::string_view by) {
    std::string out;
    std::size_t from = 0;
    for (auto at = text.find(search); at != text.npos; at = text.find(search, from)) {
        out.append(text, from, at - from).append(by);
        check_value_size(out.size());
        from = at + search.size();
    }
    return out.append(text, from);
}

/// Each pair works on the text that the one before it left.
std::string replaced_in_turn(
    std::string text,
    const std::vector<std::string>& searches,
    const std::vector<std::string>& replacements
) {
    for (std::size_t pair = 0; pair < searches.size(); ++pair)
        text = replaced(text, searches[pair], replacements[pair]);
    return text;
}

bool has_empty(const std::vector<std::string>& texts) {
    return std::ranges::any_of(texts, &std::string::empty);
}

Result string_replace(Call& call) {
    if (call.text(3) != "lists") {
        if (call.text(1).empty()) return Value::string(call.text(0)); // as the reference does
        return Value::string(replaced(call.text(0), call.text(1), call.text(2)));
    }
    const auto searches = call.list(1);
    const auto replacements = call.list(2);
    if (!searches || !replacements) return call.fail("the second and third argument must be lists");
    if ((*searches)->size() != (*replacements)->size())
        return call.fail("the lists must be of equal length");
    if (has_empty(**searches)) return call.fail("a text to replace is empty");
    return Value::string(replaced_in_turn(call.text(0), **searches, **replacements));
}

} // namespace

std::span<const Function> replacement() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "canonify",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text with every character that a class name cannot have replaced by an "
                 "underscore.",
         .example = R"(canonify("web-1.example.org"))",
         .body = canonify},
        {.name = "canonifyuniquely",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "canonify(), with a digest of the text appended, so that different texts give "
                 "different names.",
         .example = R"(canonifyuniquely("web-1.example.org"))",
         .body = canonifyuniquely},
        {.name = "escape",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text with the special characters of regular expressions escaped.",
         .example = R"(escape("10.0.0.1"))",
         .body = escape},
        {.name = "string_replace",
         .result = ResultType::string,
         .parameters =
             {{"text", text},
              {"search", text},
              {"replacement", text},
              {"kind", option, "strings,lists"}},
         .required = 3,
         .help = "The text with every occurrence of a string replaced; with lists, of each string "
                 "by the one at its place, one pair after the other.",
         .example = R"(string_replace("a-b", "-", "_"))",
         .body = string_replace},
    };
    return table;
}

} // namespace vow::cfengine::families
