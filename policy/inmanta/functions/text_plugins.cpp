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

/// The replacement fields of a text: "{}", "{0}", "{name.attribute[key]:.2f}".
class FieldFormat {
public:
    FieldFormat(PluginContext& context, const Value::List& positional, const Dict& named)
        : context_(context),
          positional_(positional),
          named_(named) {}

    std::string formatted_text(const std::string& pattern) {
        std::string result;
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
            result += field(pattern.substr(at + 1, end - at - 1));
            at = end;
        }
        return result;
    }

private:
    std::string field(const std::string& field) {
        const std::size_t colon = field.find(':');
        const std::string path = field.substr(0, colon);
        std::size_t end = std::min(path.find_first_of(".["), path.size());
        Value value = argument(path.substr(0, end));
        while (end < path.size()) {
            const bool is_key = path[end] == '[';
            const std::size_t begin = end + 1;
            end = std::min(path.find_first_of(is_key ? "]" : ".[", begin), path.size());
            const std::string name = path.substr(begin, end - begin);
            value = is_key ? element(value, name) : context_.attribute(value, name);
            if (is_key && end < path.size()) ++end;
        }
        return formatted(value, colon == std::string::npos ? "" : field.substr(colon + 1));
    }

    Value argument(const std::string& name) {
        const bool is_number = name.find_first_not_of("0123456789") == std::string::npos;
        if (!is_number || name.size() > 6) {
            if (const Value* found = named_.find(name)) return *found;
            throw plugin_error("format", "KeyError: '" + name + "'");
        }
        const std::size_t index = name.empty() ? next_++ : std::stoul(name);
        if (index < positional_.size()) return positional_[index];
        throw plugin_error(
            "format",
            "IndexError: Replacement index " + std::to_string(index) +
                " out of range for positional args tuple"
        );
    }

    static Value element(const Value& value, const std::string& key) {
        const Value* found = value.dict() != nullptr ? value.dict()->find(key) : nullptr;
        if (found != nullptr) return *found;
        const bool is_number = !key.empty() && key.size() <= 6 &&
                               key.find_first_not_of("0123456789") == std::string::npos;
        if (value.list() != nullptr && is_number && std::stoul(key) < value.list()->size())
            return (*value.list())[std::stoul(key)];
        throw plugin_error("format", "KeyError: '" + key + "'");
    }

    PluginContext& context_;
    const Value::List& positional_;
    const Dict& named_;
    std::size_t next_ = 0;
};

Value format_text(PluginContext& context, Arguments arguments) {
    FieldFormat format(context, *arguments[1].list(), *arguments[2].dict());
    return format.formatted_text(text(arguments[0]));
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
         {{"__string", string_type()},
          {"args", any_type(), Value(Value::List()), Parameter::Kind::rest},
          {"kwargs", any_type(), Value(Dict()), Parameter::Kind::named_rest}},
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
