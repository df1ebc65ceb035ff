#include "policy/inmanta/export/promise_entities.h"
#include "policy/inmanta/syntax/lexer.h"

#include <algorithm>
#include <array>

namespace vow::inmanta {
namespace {

/// Attributes that every resource has.
constexpr std::array taken_names = {
    std::string_view("promiser"),
    std::string_view("host"),
    std::string_view("requires"),
    std::string_view("provides"),
    std::string_view("send_event"),
    std::string_view("receive_events"),
    std::string_view("report_only"),
    std::string_view("self")};

std::string_view attribute_word(const AttributeDescription& attribute) {
    switch (attribute.type) {
    case vow::AttributeType::string: return "string";
    case vow::AttributeType::int_: return "int";
    case vow::AttributeType::real: return "number";
    case vow::AttributeType::bool_: return "bool";
    case vow::AttributeType::slist: return "string[]";
    case vow::AttributeType::body: return "dict";
    case vow::AttributeType::data: break;
    }
    // A pattern is for texts: the value is one, or a list of them.
    return attribute.pattern.empty() ? "dict" : "any";
}

std::string attribute_text(const AttributeDescription& attribute) {
    const std::string end = attribute.required ? "" : " = null";
    return "    " + std::string(attribute_word(attribute)) + (attribute.required ? " " : "? ") +
           field_name(attribute.name) + end + "\n";
}

} // namespace

std::string entity_name(std::string_view type) {
    std::string name;
    bool begins_word = true;
    for (const char c : type) {
        const bool is_lower = c >= 'a' && c <= 'z';
        const bool is_other = !is_lower && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9');
        if (!is_other) name += begins_word && is_lower ? static_cast<char>(c - 'a' + 'A') : c;
        begins_word = is_other;
    }
    const bool is_name = !name.empty() && (name.front() < '0' || name.front() > '9');
    return is_name ? name : "Type" + name;
}

std::string field_name(const std::string& attribute) {
    std::string name = attribute;
    std::ranges::replace(name, '-', '_');
    const bool is_taken =
        is_keyword(name) || std::ranges::find(taken_names, name) != taken_names.end();
    return is_taken ? name + "_" : name;
}

std::string entity_text(const PromiseTypeDescription& type) {
    const std::string name = entity_name(type.name);
    std::string text = "entity " + name + " extends std::Resource:\n    string promiser\n";
    for (const AttributeDescription& attribute : type.attributes)
        text += attribute_text(attribute);
    return text + "end\n\n" + name + ".host [1] -- std::Host\nindex " + name +
           "(host, promiser)\nimplement " + name + " using std::none\n\n";
}

} // namespace vow::inmanta
