#include "protocol/description/description.h"

#include "protocol/data/conversion.h"
#include "protocol/text/named_value.h"

#include <algorithm>
#include <utility>

namespace vow {
namespace {

constexpr NamedValue<AttributeType> types[] = {
    {"string", AttributeType::string},
    {"int", AttributeType::int_},
    {"real", AttributeType::real},
    {"bool", AttributeType::bool_},
    {"slist", AttributeType::slist},
    {"body", AttributeType::body},
    {"data", AttributeType::data},
};

using Members = std::vector<Data::Member>;

void add_text(Members& members, std::string name, const std::string& text) {
    if (!text.empty()) members.emplace_back(std::move(name), Data::string(text));
}

void add_truth(Members& members, std::string name, bool truth) {
    if (truth) members.emplace_back(std::move(name), Data::boolean(true));
}

void add_list(Members& members, std::string name, const std::vector<std::string>& list) {
    if (!list.empty()) members.emplace_back(std::move(name), array_of(list));
}

void add_rules(Members& members, const std::vector<AttributeRule>& rules) {
    if (rules.empty()) return;
    Data::Array items;
    for (const AttributeRule& rule : rules) {
        Members parts;
        add_list(parts, "with", rule.with);
        add_list(parts, "needs", rule.needs);
        add_list(parts, "excludes", rule.excludes);
        add_text(parts, "summary", rule.summary);
        items.push_back(Data::object(std::move(parts)));
    }
    members.emplace_back("rules", Data::array(std::move(items)));
}

Data data_of(const std::vector<AttributeDescription>& attributes);

Data data_of(const AttributeDescription& attribute) {
    Members members = {{"type", Data::string(text_of(attribute.type))}};
    add_truth(members, "required", attribute.required);
    if (attribute.fallback) members.emplace_back("default", *attribute.fallback);
    add_list(members, "enum", attribute.choices);
    add_text(members, "pattern", attribute.pattern);
    add_truth(members, "secret", attribute.secret);
    add_text(members, "summary", attribute.summary);
    if (!attribute.attributes.empty())
        members.emplace_back("attributes", data_of(attribute.attributes));
    add_rules(members, attribute.rules);
    return Data::object(std::move(members));
}

Data data_of(const std::vector<AttributeDescription>& attributes) {
    Members members;
    for (const AttributeDescription& attribute : attributes)
        members.emplace_back(attribute.name, data_of(attribute));
    return Data::object(std::move(members));
}

Data data_of(const PromiseTypeDescription& type) {
    Members members;
    add_text(members, "summary", type.summary);
    Members promiser;
    add_text(promiser, "summary", type.promiser_summary);
    add_text(promiser, "pattern", type.promiser_pattern);
    if (!promiser.empty()) members.emplace_back("promiser", Data::object(std::move(promiser)));
    members.emplace_back("attributes", data_of(type.attributes));
    add_rules(members, type.rules);
    add_list(members, "result_classes", type.result_classes);
    add_list(members, "examples", type.examples);
    return Data::object(std::move(members));
}

} // namespace

std::string_view text_of(AttributeType type) {
    return find_name(types, type);
}

std::optional<AttributeType> attribute_type_from(std::string_view word) {
    return find_value<AttributeType>(types, word);
}

const AttributeDescription*
attribute_named(std::string_view name, const std::vector<AttributeDescription>& among) {
    const auto found = std::ranges::find(among, name, &AttributeDescription::name);
    return found == among.end() ? nullptr : &*found;
}

const AttributeDescription* PromiseTypeDescription::attribute(std::string_view attribute_name
) const {
    return attribute_named(attribute_name, attributes);
}

const PromiseTypeDescription* Description::promise_type(std::string_view name) const {
    if (promise_types.size() == 1) return &promise_types.front();
    const auto found = std::ranges::find(promise_types, name, &PromiseTypeDescription::name);
    return found == promise_types.end() ? nullptr : &*found;
}

Data data_from(const Description& description) {
    Members members;
    add_text(members, "summary", description.summary);
    Members described;
    for (const PromiseTypeDescription& type : description.promise_types)
        described.emplace_back(type.name, data_of(type));
    members.emplace_back("promise_types", Data::object(std::move(described)));
    return Data::object(std::move(members));
}

} // namespace vow
