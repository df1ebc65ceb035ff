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

/// "keep_line" is KeepLine.
std::string entity_name(std::string_view type) {
    std::string name;
    bool begins_word = true;
    for (const char c : type) {
        const bool is_lower = c >= 'a' && c <= 'z';
        const bool is_other = !is_lower && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9');
        if (!is_other) name += begins_word && is_lower ? static_cast<char>(c - 'a' + 'A') : c;
        begins_word = is_other;
    }
    return name;
}

std::string field_name(const std::string& attribute) {
    const bool is_taken =
        is_keyword(attribute) || std::ranges::find(taken_names, attribute) != taken_names.end();
    return is_taken ? attribute + "_" : attribute;
}

std::string_view attribute_word(vow::AttributeType type) {
    switch (type) {
    case vow::AttributeType::string: return "string";
    case vow::AttributeType::int_: return "int";
    case vow::AttributeType::real: return "number";
    case vow::AttributeType::bool_: return "bool";
    case vow::AttributeType::slist: return "string[]";
    case vow::AttributeType::body:
    case vow::AttributeType::data: break;
    }
    return "dict";
}

std::string attribute_text(const AttributeDescription& attribute) {
    const std::string end = attribute.required ? "" : " = null";
    return "    " + std::string(attribute_word(attribute.type)) +
           (attribute.required ? " " : "? ") + field_name(attribute.name) + end + "\n";
}

std::string entity_text(const std::string& name, const PromiseTypeDescription& type) {
    std::string text = "entity " + name + " extends std::Resource:\n    string promiser\n";
    for (const AttributeDescription& attribute : type.attributes)
        text += attribute_text(attribute);
    return text + "end\n\n" + name + ".host [1] -- std::Host\nindex " + name +
           "(host, promiser)\nimplement " + name + " using std::none\n\n";
}

} // namespace

const std::string& PromiseEntities::model() {
    if (!text_.empty()) return text_;
    text_ = "# The promise types of this host as entities.\n\n";
    for (const PromiseType& type : world_.catalogue.types()) {
        const PromiseType* served = world_.catalogue.find_served(type.name);
        add(type, served != nullptr ? *served : type);
    }
    for (const Project::PromiseModule& module : project_.promise_modules) {
        const PromiseType& type = types_.emplace_back(PromiseType{
            .name = module.name, .interpreter = module.interpreter, .path = module.path});
        add(type, type);
    }
    return text_;
}

/// A module without a usable description has no entities.
void PromiseEntities::add(const PromiseType& described, const PromiseType& used) {
    const DescriptionResult result = world_.descriptions.describe(described);
    const auto* description = std::get_if<Description>(&result);
    const PromiseTypeDescription* type =
        description != nullptr ? description->promise_type(described.name) : nullptr;
    if (type == nullptr) return;
    const std::string name = entity_name(type->name);
    text_ += entity_text(name, *type);
    ResourceKind kind{
        .entity = "vow::" + name,
        .id_attribute = "promiser",
        .keeper = ResourceKind::Keeper::promise,
        .type = &used};
    for (const AttributeDescription& attribute : type->attributes) {
        kind.fields.push_back(field_name(attribute.name));
        kind.attributes.emplace_back(field_name(attribute.name), attribute.name);
    }
    kinds_.push_back(std::move(kind));
}

} // namespace vow::inmanta
