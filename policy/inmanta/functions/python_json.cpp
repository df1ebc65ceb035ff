#include "policy/inmanta/functions/python_json.h"

#include "protocol/text/characters.h"

#include <utility>

namespace vow::inmanta {
namespace {

/// `\u00e9`; beyond U+FFFF the two units of UTF-16.
void append_escape(std::string& out, char32_t code) {
    constexpr char32_t first_of_two_units = 0x10000;
    if (code >= first_of_two_units) {
        code -= first_of_two_units;
        append_escape(out, 0xD800 + (code >> 10U));
        append_escape(out, 0xDC00 + (code & 0x3FFU));
        return;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    out += "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U})
        out += digits[(code >> shift) & 0xFU];
}

void append_text(std::string& out, std::string_view text) {
    std::string json;
    append_json_string(json, text);
    for (std::string_view rest = json; !rest.empty();) {
        const auto character = leading_character(rest);
        const std::size_t length = character ? character->length : 1;
        if (length == 1)
            out += rest.front();
        else
            append_escape(out, character->code);
        rest.remove_prefix(length);
    }
}

void append(std::string& out, const Data& data) {
    std::string_view separator;
    switch (data.kind()) {
    case Data::Kind::array:
        out += '[';
        for (const Data& item : data.items()) {
            out += std::exchange(separator, ", ");
            append(out, item);
        }
        out += ']';
        return;
    case Data::Kind::object:
        out += '{';
        for (const auto& [name, value] : data.members()) {
            out += std::exchange(separator, ", ");
            append_text(out, name);
            out += ": ";
            append(out, value);
        }
        out += '}';
        return;
    case Data::Kind::string: append_text(out, data.text()); return;
    default: append_json(out, data);
    }
}

} // namespace

std::string python_json_text(const Data& data) {
    std::string text;
    append(text, data);
    return text;
}

} // namespace vow::inmanta
