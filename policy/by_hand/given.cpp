#include "policy/by_hand/given.h"

#include "protocol/data/conversion.h"

#include <algorithm>
#include <utility>

namespace vow::by_hand {
namespace {

/// The attribute that a path names, from its name at `depth` on; added if it is new.
Given& given_in(std::vector<Given>& among, const Assignment& assignment, std::size_t depth = 0) {
    const std::string& name = assignment.path[depth];
    auto found = std::ranges::find(among, name, &Given::name);
    if (found == among.end()) found = among.insert(found, {.name = name, .span = assignment.span});
    const bool is_last = depth + 1 == assignment.path.size();
    return is_last ? *found : given_in(found->members, assignment, depth + 1);
}

/// Several values are the items of a list.
PlainValue list_of(const std::vector<const Assignment*>& values) {
    Data::Array items;
    for (const Assignment* each : values) {
        const Data value = data_of(each->value);
        const bool is_list = value.kind() == Data::Kind::array;
        if (!is_list) items.push_back(value);
        items.insert(items.end(), value.items().begin(), value.items().end());
    }
    return plain_value(Data::array(std::move(items)));
}

} // namespace

std::vector<Given> given_by(const std::vector<Assignment>& assignments) {
    std::vector<Given> attributes;
    for (const Assignment& each : assignments)
        given_in(attributes, each).values.push_back(&each);
    return attributes;
}

PlainValue
value_of(const Given& attribute, const std::vector<AttributeDescription>& described_among) {
    const AttributeDescription* described = attribute_named(attribute.name, described_among);
    if (attribute.members.empty()) {
        const bool is_list = described != nullptr && described->type == AttributeType::slist;
        const bool is_one = attribute.values.size() == 1 && !is_list;
        return is_one ? attribute.values.front()->value : list_of(attribute.values);
    }
    std::vector<Data::Member> members;
    members.reserve(attribute.members.size());
    const std::vector<AttributeDescription> unknown;
    for (const Given& member : attribute.members) {
        const auto& among = described != nullptr ? described->attributes : unknown;
        members.emplace_back(member.name, data_of(value_of(member, among)));
    }
    return Data::object(std::move(members));
}

WrittenValue written_value(const PlainValue& value, const Given& attribute) {
    if (!attribute.members.empty())
        return {.form = WrittenValue::Form::word, .span = attribute.span, .text = attribute.name};
    const Span span = attribute.values.front()->value_span;
    if (const auto* text = std::get_if<std::string>(&value))
        return {.form = WrittenValue::Form::text, .span = span, .text = *text};
    const auto* list = std::get_if<std::vector<std::string>>(&value);
    if (list == nullptr) return {.span = span};
    WrittenValue written{.form = WrittenValue::Form::list, .span = span};
    written.items.reserve(list->size());
    for (const std::string& item : *list)
        written.items.push_back({item, span});
    return written;
}

Span place_in_body(const std::vector<Given>& attributes, const Fault& fault) {
    const auto body = std::ranges::find(attributes, fault.body, &Given::name);
    if (body == attributes.end()) return {};
    const auto member = std::ranges::find(body->members, fault.attribute, &Given::name);
    return member == body->members.end() ? body->span : member->span;
}

} // namespace vow::by_hand
