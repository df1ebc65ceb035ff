#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/matched_parts.h"
#include "policy/cfengine/values/data_text.h"

#include <algorithm>

namespace vow::cfengine::families {

namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";

Result concat(Call& call) {
    std::string all;
    for (std::size_t i = 0; i < call.size(); ++i) {
        all += call.text(i);
        if (const List* items = call.given_list(i)) {
            for (const std::string& item : **items)
                all += item;
        }
    }
    return Value::string(std::move(all));
}

Result lastnode(Call& call) {
    const auto separator = call.regex(1);
    if (!separator) return std::nullopt;
    const auto pieces = split(*separator, call.text(0));
    if (pieces.empty()) return std::nullopt;
    return Value::string(pieces.back());
}

Result splitstring(Call& call) {
    const auto separator = call.regex(1);
    const auto limit = call.integer(2);
    if (!separator || !limit) return std::nullopt;
    return Value::list(split(*separator, call.text(0), static_cast<std::size_t>(*limit)));
}

Result string_split(Call& call) {
    const auto separator = call.regex(1);
    const auto limit = call.integer(2);
    if (!separator || !limit) return std::nullopt;
    if (*limit < 1) return call.fail("the limit must be positive", LogLevel::verbose);
    return Value::list(split_with_rest(*separator, call.text(0), static_cast<std::size_t>(*limit)));
}

Result strcmp(Call& call) {
    return call.text(0) == call.text(1);
}

/// The reference puts a backslash before each quotation mark of a text, but not of data.
std::string with_escaped_marks(std::string_view text) {
    std::string escaped;
    for (const char character : text) {
        if (character == '"') escaped += '\\';
        escaped += character;
    }
    return escaped;
}

Result as_text(Call& call) {
    if (const auto data = call.text(0).empty() ? call.data(0) : std::nullopt)
        return Value::string(compact_json(*data));
    const std::string& text = call.text(0);
    if (text.starts_with("@(") || text.starts_with("@{")) {
        if (const auto data = call.data(0)) return Value::string(compact_json(*data));
    }
    return Value::string(
        call.around().manner().escapes_quotation_marks ? with_escaped_marks(text) : text
    );
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

/// The number of characters that a count selects of `size`: a negative count leaves that many off.
std::size_t kept(long long count, std::size_t size) {
    const auto whole = static_cast<long long>(size);
    return static_cast<std::size_t>(std::clamp(count < 0 ? whole + count : count, 0LL, whole));
}

Result string_head(Call& call) {
    const auto count = call.integer(1);
    if (!count) return std::nullopt;
    const std::string& text = call.text(0);
    return Value::string(text.substr(0, kept(*count, text.size())));
}

Result string_tail(Call& call) {
    const auto count = call.integer(1);
    if (!count) return std::nullopt;
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

} // namespace

std::span<const Function> strings() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "concat",
         .result = ResultType::string,
         .parameters = {{"part", text}},
         .required = 0,
         .variadic = true,
         .help = "All arguments one after the other.",
         .example = R"x(concat("/srv/", "$(sys.uqhost)"))x",
         .body = concat},
        {.name = "lastnode",
         .result = ResultType::string,
         .parameters = {{"text", text}, {"separator", text}},
         .required = 2,
         .help = "The text after the last separator.",
         .example = R"(lastnode("www.example.org", "\."))",
         .body = lastnode},
        {.name = "splitstring",
         .result = ResultType::slist,
         .parameters =
             {{"text", text}, {"regex", regular_expression}, {"limit", integer, "0,99999999999"}},
         .required = 3,
         .help =
             "The pieces between matches of the expression, at most so many; the rest is dropped.",
         .example = R"(splitstring("a:b:c", ":", 10))",
         .body = splitstring},
        {.name = "strcmp",
         .result = ResultType::condition,
         .parameters = {{"left", text}, {"right", text}},
         .required = 2,
         .help = "Whether two texts are equal.",
         .example = R"x(strcmp("$(sys.flavor)", "debian_12"))x",
         .body = strcmp},
        {.name = "string",
         .result = ResultType::string,
         .parameters = {{"value", text}},
         .required = 1,
         .help = "The argument as text; a condition as any or !any.",
         .example = R"(string("any"))",
         .body = as_text},
        {.name = "string_downcase",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text in lower case.",
         .example = R"(string_downcase("WEB"))",
         .body = string_downcase},
        {.name = "string_head",
         .result = ResultType::string,
         .parameters = {{"text", text}, {"count", integer, "-99999999999,99999999999"}},
         .required = 2,
         .help = "The first characters; a negative count leaves that many off the end.",
         .example = R"(string_head("example", 2))",
         .body = string_head},
        {.name = "string_length",
         .result = ResultType::integer,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The number of bytes in the text.",
         .example = R"(string_length("example"))",
         .body = string_length},
        {.name = "string_reverse",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text backwards.",
         .example = R"(string_reverse("abc"))",
         .body = string_reverse},
        {.name = "string_split",
         .result = ResultType::slist,
         .parameters =
             {{"text", text}, {"regex", regular_expression}, {"limit", integer, "0,99999999999"}},
         .required = 3,
         .help = "The parts between matches of the expression, up to a number; the last one "
                 "holds the rest.",
         .example = R"(string_split("a:b:c", ":", 2))",
         .body = string_split},
        {.name = "string_tail",
         .result = ResultType::string,
         .parameters = {{"text", text}, {"count", integer, "-99999999999,99999999999"}},
         .required = 2,
         .help = "The last characters; a negative count leaves that many off the start.",
         .example = R"(string_tail("example", 3))",
         .body = string_tail},
        {.name = "string_trim",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text without white space at both ends.",
         .example = R"(string_trim(" text "))",
         .body = string_trim},
        {.name = "string_upcase",
         .result = ResultType::string,
         .parameters = {{"text", text}},
         .required = 1,
         .help = "The text in upper case.",
         .example = R"(string_upcase("web"))",
         .body = string_upcase},
    };
    return table;
}

} // namespace vow::cfengine::families
