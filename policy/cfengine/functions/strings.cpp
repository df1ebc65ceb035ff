#include "policy/cfengine/evaluation/variable_name.h"
#include "policy/cfengine/functions/digest.h"
#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/json_layout.h"
#include "policy/cfengine/functions/splitting.h"

#include <algorithm>

namespace vow::cfengine::families {

namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string without_repeated_slashes(std::string path) {
    const auto both_slashes = [](char left, char right) { return left == '/' && right == '/'; };
    path.erase(std::unique(path.begin(), path.end(), both_slashes), path.end());
    return path;
}

/// A path without slashes at its end, unless it is the root.
std::string without_last_slashes(std::string path) {
    while (path.size() > 1 && path.back() == '/')
        path.pop_back();
    return path;
}

Result basename(Call& call) {
    const std::string path = without_last_slashes(call.text(0));
    std::string base = path == "/" ? path : path.substr(path.rfind('/') + 1);
    const std::string& suffix = call.text(1);
    if (suffix.size() < base.size() && base.ends_with(suffix))
        base.resize(base.size() - suffix.size());
    return Value::string(base);
}

Result canonify(Call& call) {
    return Value::string(canonified(call.text(0)));
}

Result canonifyuniquely(Call& call) {
    const std::string& text = call.text(0);
    return Value::string(canonified(text + "_" + hex_digest(text, "sha1").value_or("")));
}

Result concat(Call& call) {
    std::string all;
    for (std::size_t i = 0; i < call.size(); ++i)
        all += call.text(i);
    return Value::string(std::move(all));
}

Result dirname(Call& call) {
    const std::string path = without_last_slashes(without_repeated_slashes(call.text(0)));
    const auto slash = path.rfind('/');
    if (slash == path.npos) return Value::string(path.empty() ? "" : ".");
    return Value::string(path.substr(0, std::max<std::size_t>(slash, 1)));
}

Result escape(Call& call) {
    std::string escaped;
    for (const char c : call.text(0)) {
        if (!is_letter_or_digit(c)) escaped += '\\';
        escaped += c;
    }
    return Value::string(std::move(escaped));
}

Result lastnode(Call& call) {
    const auto separator = call.regex(1);
    if (!separator) return Failure{};
    const auto pieces = split(*separator, call.text(0));
    if (pieces.empty()) return Failure{};
    return Value::string(pieces.back());
}

Result splitstring(Call& call) {
    const auto separator = call.regex(1);
    const auto limit = call.integer(2);
    if (!separator || !limit) return Failure{};
    return Value::list(split(*separator, call.text(0), static_cast<std::size_t>(*limit)));
}

Result string_split(Call& call) {
    const auto separator = call.regex(1);
    const auto limit = call.integer(2);
    if (!separator || !limit) return Failure{};
    if (*limit < 1) return call.fail("the limit must be positive", LogLevel::verbose);
    return Value::list(split_with_rest(*separator, call.text(0), static_cast<std::size_t>(*limit)));
}

Result strcmp(Call& call) {
    return call.text(0) == call.text(1);
}

Result as_text(Call& call) {
    if (const auto data = call.text(0).empty() ? call.data(0) : std::nullopt)
        return Value::string(compact_json(*data));
    const std::string& text = call.text(0);
    if (text.starts_with("@(") || text.starts_with("@{")) {
        if (const auto data = call.data(0)) return Value::string(compact_json(*data));
    }
    return Value::string(text);
}

Result string_downcase(Call& call) {
    std::string text = call.text(0);
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return Value::string(std::move(text));
}

Result string_upcase(Call& call) {
    std::string text = call.text(0);
    for (char& c : text) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return Value::string(std::move(text));
}

/// How many of `size` characters a count means: a negative one leaves that many off.
std::size_t kept(long long count, std::size_t size) {
    const auto whole = static_cast<long long>(size);
    return static_cast<std::size_t>(std::clamp(count < 0 ? whole + count : count, 0LL, whole));
}

Result string_head(Call& call) {
    const auto count = call.integer(1);
    if (!count) return Failure{};
    const std::string& text = call.text(0);
    return Value::string(text.substr(0, kept(*count, text.size())));
}

Result string_tail(Call& call) {
    const auto count = call.integer(1);
    if (!count) return Failure{};
    const std::string& text = call.text(0);
    return Value::string(text.substr(text.size() - kept(*count, text.size())));
}

Result string_length(Call& call) {
    return Value::integer(static_cast<long long>(call.text(0).size()));
}

Result string_reverse(Call& call) {
    const std::string& text = call.text(0);
    return Value::string(std::string(text.rbegin(), text.rend()));
}

Result string_trim(Call& call) {
    const std::string& text = call.text(0);
    const auto first = text.find_first_not_of(white_space);
    if (first == text.npos) return Value::string("");
    return Value::string(text.substr(first, text.find_last_not_of(white_space) - first + 1));
}

std::string replaced(std::string_view text, std::string_view search, std::string_view by) {
    std::string out;
    std::size_t from = 0;
    for (auto at = text.find(search); at != text.npos; at = text.find(search, from)) {
        out.append(text, from, at - from).append(by);
        from = at + search.size();
    }
    return out.append(text, from);
}

/// At each place the first of the texts that stands there is replaced by its partner.
std::string replaced_all(
    std::string_view text,
    const std::vector<std::string>& searches,
    const std::vector<std::string>& replacements
) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto rest = text.substr(at);
        const auto found = std::ranges::find_if(searches, [&](const std::string& search) {
            return rest.starts_with(search);
        });
        if (found == searches.end()) {
            out += text[at++];
            continue;
        }
        out += replacements[static_cast<std::size_t>(found - searches.begin())];
        at += found->size();
    }
    return out;
}

bool has_empty(const std::vector<std::string>& texts) {
    return std::ranges::any_of(texts, &std::string::empty);
}

Result string_replace(Call& call) {
    if (call.text(3) != "lists") {
        if (call.text(1).empty()) return call.fail("the text to replace is empty");
        return Value::string(replaced(call.text(0), call.text(1), call.text(2)));
    }
    const auto searches = call.list(1);
    const auto replacements = call.list(2);
    if (!searches || !replacements) return call.fail("the second and third argument must be lists");
    if ((*searches)->size() != (*replacements)->size())
        return call.fail("the lists must be of equal length");
    if (has_empty(**searches)) return call.fail("a text to replace is empty");
    return Value::string(replaced_all(call.text(0), **searches, **replacements));
}

Result translatepath(Call& call) {
    return Value::string(call.text(0));
}

} // namespace

std::span<const Function> strings() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "basename",
         .result = ResultType::string,
         .parameters = {{"path", text}, {"suffix", text}},
         .required = 1,
         .help = "The last part of a path, without the suffix.",
         .body = basename},
        {.name = "canonify",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text with every character that cannot stand in a class name replaced by an "
                 "underscore.",
         .body = canonify},
        {.name = "canonifyuniquely",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "canonify(), with a digest of the text appended, so that different texts give "
                 "different names.",
         .body = canonifyuniquely},
        {.name = "concat",
         .result = ResultType::string,
         .parameters = {{"part", text}},
         .required = 0,
         .variadic = true,
         .help = "All arguments one after the other.",
         .body = concat},
        {.name = "dirname",
         .result = ResultType::string,
         .parameters = {{"path", text}},
         .required = 1,
         .help = "The path without its last part.",
         .body = dirname},
        {.name = "escape",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text with characters that mean something in a regular expression escaped.",
         .body = escape},
        {.name = "lastnode",
         .result = ResultType::string,
         .parameters = {{"text", text}, {"separator", text}},
         .required = 2,
         .help = "What follows the last separator.",
         .body = lastnode},
        {.name = "splitstring",
         .result = ResultType::slist,
         .parameters = {{"text", text}, {"regex", text}, {"limit", integer, "0,99999999999"}},
         .required = 3,
         .help =
             "The pieces between matches of the expression, at most so many; the rest is dropped.",
         .body = splitstring},
        {.name = "strcmp",
         .result = ResultType::condition,
         .parameters = {{"left", text}, {"right", text}},
         .required = 2,
         .help = "Whether two texts are equal.",
         .body = strcmp},
        {.name = "string",
         .result = ResultType::string,
         .parameters = {{"value", text}},
         .required = 1,
         .help = "The argument as text; a condition as any or !any.",
         .body = as_text},
        {.name = "string_downcase",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text in lower case.",
         .body = string_downcase},
        {.name = "string_head",
         .result = ResultType::string,
         .parameters = {{"text", text}, {"count", integer, "-99999999999,99999999999"}},
         .required = 2,
         .help = "The first characters; a negative count leaves that many off the end.",
         .body = string_head},
        {.name = "string_length",
         .result = ResultType::integer,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "How many bytes the text has.",
         .body = string_length},
        {.name = "string_replace",
         .result = ResultType::string,
         .parameters =
             {{"text", text},
              {"search", text},
              {"replacement", text},
              {"kind", option, "strings,lists"}},
         .required = 3,
         .help = "The text with every occurrence of a string replaced; with lists, of each by the "
                 "one at its place.",
         .body = string_replace},
        {.name = "string_reverse",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text backwards.",
         .body = string_reverse},
        {.name = "string_split",
         .result = ResultType::slist,
         .parameters = {{"text", text}, {"regex", text}, {"limit", integer, "0,99999999999"}},
         .required = 3,
         .help = "The pieces between matches of the expression, at most so many; the last one "
                 "holds the rest.",
         .body = string_split},
        {.name = "string_tail",
         .result = ResultType::string,
         .parameters = {{"text", text}, {"count", integer, "-99999999999,99999999999"}},
         .required = 2,
         .help = "The last characters; a negative count leaves that many off the start.",
         .body = string_tail},
        {.name = "string_trim",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text without white space at both ends.",
         .body = string_trim},
        {.name = "string_upcase",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text in upper case.",
         .body = string_upcase},
        {.name = "translatepath",
         .result = ResultType::string,
         .parameters = {{"path", path}},
         .required = 1,
         .help = "The path with the separators of this system.",
         .body = translatepath},
    };
    return table;
}

} // namespace vow::cfengine::families
