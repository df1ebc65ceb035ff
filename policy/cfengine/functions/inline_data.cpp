#include "policy/cfengine/functions/inline_data.h"

namespace vow::cfengine {

namespace {

bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool continues_name(char c) {
    return starts_name(c) || (c >= '0' && c <= '9') || c == '.' || c == ':';
}

std::size_t end_of_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == '"')
            return at + 1;
    }
    return text.size();
}

/// The end of a name with its indices: a.b[c][d].
std::size_t end_of_name(std::string_view text, std::size_t at) {
    while (at < text.size() && continues_name(text[at]))
        ++at;
    while (at < text.size() && text[at] == '[') {
        const auto close = text.find(']', at);
        if (close == text.npos) break;
        at = close + 1;
    }
    return at;
}

bool is_literal(std::string_view word) {
    return word == "true" || word == "false" || word == "null";
}

std::optional<Data> any_data(std::string_view name, Surroundings& around) {
    if (const auto value = around.variable(name)) return data_of(*value);
    return around.array(name);
}

/// The text with the values of bare names in their places.
std::optional<std::string> with_values(std::string_view text, Surroundings& around) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        if (text[at] == '"') {
            end = end_of_string(text, at);
        } else if (starts_name(text[at])) {
            end = end_of_name(text, at);
            const auto word = text.substr(at, end - at);
            if (!is_literal(word)) {
                const auto data = any_data(word, around);
                if (!data) return std::nullopt;
                append_json(out, *data);
                at = end;
                continue;
            }
        } else if (continues_name(text[at])) {
            while (end < text.size() && continues_name(text[end]))
                ++end; // a number: 1e5
        }
        out.append(text, at, end - at);
        at = end;
    }
    return out;
}

} // namespace

std::optional<Data> named_data(std::string_view name, Surroundings& around) {
    const auto value = around.variable(name);
    if (value && value->text() == nullptr) return data_of(*value);
    return around.array(name);
}

std::optional<Data> inline_data(std::string_view text, Surroundings& around) {
    auto parsed = parse_json(text);
    if (std::holds_alternative<DataError>(parsed)) {
        const auto resolved = with_values(text, around);
        if (!resolved) return std::nullopt;
        parsed = parse_json(*resolved);
    }
    auto* data = std::get_if<Data>(&parsed);
    return data != nullptr ? std::optional(std::move(*data)) : std::nullopt;
}

} // namespace vow::cfengine
