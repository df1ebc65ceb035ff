#include "policy/cfengine/promises/module_value.h"

#include "policy/cfengine/values/number.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "policy/cfengine/vocabulary/syntax_table.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

bool is_closed(ValueKind kind) {
    constexpr ValueKind kinds[] = {
        ValueKind::option,
        ValueKind::integer,
        ValueKind::real,
        ValueKind::integer_range,
        ValueKind::real_range};
    return std::ranges::find(kinds, kind) != std::end(kinds);
}

std::optional<std::string> text_for_module(ValueKind kind, std::string text) {
    if (!is_closed(kind)) return text;
    if (has_reference(text)) return std::nullopt;
    if (kind == ValueKind::integer) {
        if (const auto number = integer_from(text)) return std::to_string(*number);
    }
    return text;
}

Data body_for_module(const TypeSyntax& syntax, const Data& body) {
    std::vector<Data::Member> members;
    for (const auto& [name, value] : body.members()) {
        if (name == "meta") continue;
        const AttributeSyntax* known = find_attribute(syntax.attributes, name);
        if (known == nullptr || value.kind() != Data::Kind::string) {
            members.emplace_back(name, value);
        } else if (auto text = text_for_module(known->kind, std::string(value.text()))) {
            members.emplace_back(name, Data::string(*std::move(text)));
        }
    }
    return Data::object(std::move(members));
}

} // namespace

std::optional<AttributeValue>
value_for_module(std::string_view type, std::string_view attribute, AttributeValue value) {
    const TypeSyntax* promise = find_promise_type(type);
    const AttributeSyntax* known =
        promise == nullptr ? nullptr : find_attribute(promise->attributes, attribute);
    if (known == nullptr) return value;
    if (auto* text = std::get_if<std::string>(&value)) {
        auto told = text_for_module(known->kind, std::move(*text));
        return told ? std::optional<AttributeValue>(*std::move(told)) : std::nullopt;
    }
    const TypeSyntax* body = known->kind == ValueKind::body ? find_body_type(attribute) : nullptr;
    const auto* data = std::get_if<Data>(&value);
    if (body != nullptr && data != nullptr) return body_for_module(*body, *data);
    return value;
}

} // namespace vow::cfengine
