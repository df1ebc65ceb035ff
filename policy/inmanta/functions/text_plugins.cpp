#include "policy/inmanta/functions/native_plugins.h"
#include "policy/inmanta/functions/python_json.h"
#include "policy/inmanta/operations/operations.h"
#include "policy/inmanta/types/text_pattern.h"
#include "policy/inmanta/values/value_data.h"
#include "protocol/data/data.h"

#include <algorithm>

namespace vow::inmanta {
namespace {

using Arguments = std::span<const Value>;

const std::string& text(const Value& value) {
    return *value.string();
}

char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string changed(std::string text, char (*change)(char)) {
    std::ranges::transform(text, text.begin(), change);
    return text;
}

Value replaced(PluginContext&, Arguments arguments) {
    const std::string& old = text(arguments[1]);
    std::string result;
    std::string_view rest = text(arguments[0]);
    if (old.empty()) return arguments[0];
    for (std::size_t at = rest.find(old); at != std::string_view::npos; at = rest.find(old)) {
        result += rest.substr(0, at);
        result += text(arguments[2]);
        check_text_size(result.size());
        rest.remove_prefix(at + old.size());
    }
    result += rest;
    check_text_size(result.size());
    return result;
}

Value split_text(PluginContext&, Arguments arguments) {
    const std::string& delimiter = text(arguments[1]);
    if (delimiter.empty()) throw plugin_error("split", "ValueError: empty separator");
    Value::List parts;
    std::string_view rest = text(arguments[0]);
    for (std::size_t at = rest.find(delimiter); at != std::string_view::npos;
         at = rest.find(delimiter)) {
        parts.emplace_back(std::string(rest.substr(0, at)));
        rest.remove_prefix(at + delimiter.size());
    }
    parts.emplace_back(std::string(rest));
    return parts;
}

Value capitalized(PluginContext&, Arguments arguments) {
    std::string result = changed(text(arguments[0]), lower);
    if (!result.empty()) result.front() = upper(result.front());
    return result;
}

std::int64_t length_of(const std::string& text) {
    return std::ranges::count_if(text, [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    });
}

/// Replaces `{}`, `{0}` and `{0:.2f}` by arguments.
Value format_text(PluginContext&, Arguments arguments) {
    const std::string& pattern = text(arguments[0]);
    const Value::List& values = *arguments[1].list();
    std::string result;
    std::size_t next = 0;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const char c = pattern[at];
        const bool is_doubled = at + 1 < pattern.size() && pattern[at + 1] == c;
        if ((c != '{' && c != '}') || is_doubled) {
            result += c;
            if (c == '{' || c == '}') ++at;
            continue;
        }
        const std::size_t end = pattern.find('}', at);
        if (c == '}' || end == std::string::npos)
            throw plugin_error("format", "ValueError: a brace without its other one");
        const std::string field = pattern.substr(at + 1, end - at - 1);
        const std::size_t colon = field.find(':');
        const std::string number = field.substr(0, colon);
        const std::string_view digits = "0123456789";
        if (number.size() > 6 || number.find_first_not_of(digits) != std::string::npos)
            throw plugin_error("format", "KeyError: '" + number + "'");
        const std::size_t index = number.empty() ? next++ : std::stoul(number);
        if (index >= values.size())
            throw plugin_error(
                "format",
                "IndexError: Replacement index " + std::to_string(index) +
                    " out of range for positional args tuple"
            );
        result +=
            formatted(values[index], colon == std::string::npos ? "" : field.substr(colon + 1));
        at = end;
    }
    return result;
}

Value matches(PluginContext&, Arguments arguments) {
    return TextPattern(text(arguments[1])).matches(text(arguments[0]));
}

bool is_base64(const std::string& text) {
    if (text.size() % 4 != 0) return false;
    const std::size_t end = text.find('=');
    const std::string body = text.substr(0, end);
    const bool has_good_end =
        end == std::string::npos ||
        (text.size() - end <= 2 && text.find_first_not_of('=', end) == std::string::npos);
    return has_good_end && std::ranges::all_of(body, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '+' || c == '/';
           });
}

Value loaded_json(PluginContext&, Arguments arguments) {
    const auto parsed = parse_json(text(arguments[0]));
    const auto* data = std::get_if<Data>(&parsed);
    if (data == nullptr)
        throw plugin_error(
            "json_loads", "json.decoder.JSONDecodeError: " + std::get<DataError>(parsed).message
        );
    return value_of(*data);
}

} // namespace

std::vector<Plugin> text_plugins() {
    const Parameter value{"value", string_type()};
    return {
        {"replace", {value, {"old", string_type()}, {"new", string_type()}}, replaced},
        {"split", {{"string_to_split", string_type()}, {"delim", string_type()}}, split_text},
        {"length",
         {value},
         [](PluginContext&, Arguments given) { return Value(length_of(text(given[0]))); }},
        {"upper",
         {value},
         [](PluginContext&, Arguments given) { return Value(changed(text(given[0]), upper)); }},
        {"lower",
         {value},
         [](PluginContext&, Arguments given) { return Value(changed(text(given[0]), lower)); }},
        {"capitalize", {value}, capitalized},
        {"limit",
         {{"string", string_type()}, {"length", integer_type()}},
         [](PluginContext&, Arguments given) {
             const auto most =
                 static_cast<std::size_t>(std::max<std::int64_t>(*given[1].integer(), 0));
             return Value(text(given[0]).substr(0, most));
         }},
        {"format",
         {{"__string", string_type()}, {"args", list_type(), Value(Value::List())}},
         format_text},
        {"matches", {value, {"pattern", string_type()}}, matches},
        {"is_base64_encoded",
         {{"s", string_type()}},
         [](PluginContext&, Arguments given) { return Value(is_base64(text(given[0]))); }},
        {"json_loads", {{"s", string_type()}}, loaded_json},
        {"json_dumps",
         {{"obj", any_type()}},
         [](PluginContext&, Arguments given) {
             return Value(python_json_text(data_of(given[0])));
         }},
        {"to_number",
         {{"value", any_type()}},
         [](PluginContext&, Arguments given) { return cast("number", given[0]); }},
    };
}

} // namespace vow::inmanta
