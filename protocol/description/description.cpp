#include "protocol/description/description.h"

#include "protocol/data/plain_data.h"
#include "protocol/text/named_value.h"

#include <algorithm>
#include <stdexcept>
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
    Members members = {{"type", Data::string(std::string(text_of(attribute.type)))}};
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

/// The fault of a description; description_from() returns it as a text.
class InvalidDescription : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The member `name`, which must be of `kind`. Null when it is missing.
const Data* member(const Data& of, std::string_view name, Data::Kind kind, std::string_view what) {
    const Data* found = of.find(name);
    if (found == nullptr || found->kind() == kind) return found;
    throw InvalidDescription("has '" + std::string(name) + "', which is not " + std::string(what));
}

std::string text_in(const Data& of, std::string_view name) {
    const Data* found = member(of, name, Data::Kind::string, "a text");
    return found == nullptr ? std::string() : std::string(found->text());
}

bool truth_in(const Data& of, std::string_view name) {
    const Data* found = member(of, name, Data::Kind::boolean, "true or false");
    return found != nullptr && found->truth();
}

std::vector<std::string> list_in(const Data& of, std::string_view name) {
    std::vector<std::string> list;
    const Data* found = member(of, name, Data::Kind::array, "a list of texts");
    if (found == nullptr) return list;
    for (const Data& item : found->items()) {
        if (item.kind() != Data::Kind::string) {
            throw InvalidDescription(
                "has '" + std::string(name) + "', which is not a list of texts"
            );
        }
        list.emplace_back(item.text());
    }
    return list;
}

std::vector<AttributeRule> rules_in(const Data& of) {
    std::vector<AttributeRule> rules;
    const Data* data = member(of, "rules", Data::Kind::array, "a list");
    if (data == nullptr) return rules;
    for (const Data& rule : data->items()) {
        if (rule.kind() != Data::Kind::object)
            throw InvalidDescription("has a rule that is not an object");
        rules.push_back(
            {.with = list_in(rule, "with"),
             .needs = list_in(rule, "needs"),
             .excludes = list_in(rule, "excludes"),
             .summary = text_in(rule, "summary")}
        );
    }
    return rules;
}

std::vector<AttributeDescription> attributes_in(const Data& of);

AttributeDescription attribute_from(const std::string& name, const Data& data) {
    if (data.kind() != Data::Kind::object) {
        throw InvalidDescription("has the attribute '" + name + "', which is not an object");
    }
    AttributeDescription attribute{.name = name};
    if (const std::string word = text_in(data, "type"); !word.empty()) {
        const auto type = attribute_type_from(word);
        if (!type)
            throw InvalidDescription(
                "has the attribute '" + name + "' of unknown type '" + word + "'"
            );
        attribute.type = *type;
    }
    attribute.required = truth_in(data, "required");
    if (const Data* fallback = data.find("default")) attribute.fallback = *fallback;
    attribute.choices = list_in(data, "enum");
    attribute.pattern = text_in(data, "pattern");
    attribute.secret = truth_in(data, "secret");
    attribute.summary = text_in(data, "summary");
    attribute.attributes = attributes_in(data);
    attribute.rules = rules_in(data);
    return attribute;
}

std::vector<AttributeDescription> attributes_in(const Data& of) {
    std::vector<AttributeDescription> attributes;
    const Data* data = member(of, "attributes", Data::Kind::object, "an object");
    if (data == nullptr) return attributes;
    for (const auto& [name, facts] : data->members())
        attributes.push_back(attribute_from(name, facts));
    return attributes;
}

PromiseTypeDescription promise_type_from(const std::string& name, const Data& data) {
    if (data.kind() != Data::Kind::object) {
        throw InvalidDescription("has the promise type '" + name + "', which is not an object");
    }
    PromiseTypeDescription type{.name = name, .summary = text_in(data, "summary")};
    if (const Data* promiser = member(data, "promiser", Data::Kind::object, "an object")) {
        type.promiser_summary = text_in(*promiser, "summary");
        type.promiser_pattern = text_in(*promiser, "pattern");
    }
    type.attributes = attributes_in(data);
    type.rules = rules_in(data);
    type.result_classes = list_in(data, "result_classes");
    type.examples = list_in(data, "examples");
    return type;
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

std::variant<Description, std::string> description_from(const Data& data) {
    try {
        if (data.kind() != Data::Kind::object) return "is not an object";
        Description description{.summary = text_in(data, "summary")};
        const Data* types = member(data, "promise_types", Data::Kind::object, "an object");
        if (types == nullptr) return "has no 'promise_types'";
        for (const auto& [name, facts] : types->members())
            description.promise_types.push_back(promise_type_from(name, facts));
        return description;
    } catch (const InvalidDescription& fault) {
        return fault.what();
    }
}

} // namespace vow
