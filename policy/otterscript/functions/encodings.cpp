#include "policy/otterscript/functions/table.h"
#include "protocol/text/percent_encoding.h"

#include <algorithm>
#include <array>

namespace vow::otterscript {
namespace {

using EncodingCall = FunctionCall;

struct Entity {
    char character;
    std::string_view text;
};
constexpr std::array html_entities = {
    Entity{'&', "&amp;"},
    Entity{'<', "&lt;"},
    Entity{'>', "&gt;"},
    Entity{'"', "&quot;"},
    Entity{'\'', "&#39;"}};
constexpr std::array xml_entities = {
    Entity{'&', "&amp;"},
    Entity{'<', "&lt;"},
    Entity{'>', "&gt;"},
    Entity{'"', "&quot;"},
    Entity{'\'', "&apos;"}};

Value encoded(const std::string& text, std::span<const Entity> entities) {
    std::string result;
    for (const char c : text) {
        const auto found = std::ranges::find(entities, c, &Entity::character);
        if (found == entities.end())
            result += c;
        else
            result += found->text;
    }
    return result;
}

constexpr std::array encoding_table = {
    Function{
        "HtmlEncode",
        Returns::scalar,
        1,
        "text",
        [](EncodingCall& call) { return encoded(call.text(0), html_entities); },
        "The text for HTML.",
        R"($HtmlEncode("a < b"))"},
    Function{
        "XmlEncode",
        Returns::scalar,
        1,
        "text",
        [](EncodingCall& call) { return encoded(call.text(0), xml_entities); },
        "The text for XML.",
        R"($XmlEncode("a < b"))"},
    Function{
        "UrlEncode",
        Returns::scalar,
        1,
        "text",
        [](EncodingCall& call) -> Value { return percent_encoded(call.text(0)); },
        "The text for a part of a URL.",
        "$UrlEncode(a b)"},
};

} // namespace

std::span<const Function> encoding_functions() {
    return encoding_table;
}

} // namespace vow::otterscript
