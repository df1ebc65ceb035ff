#include "modules/sdk/cpp/declared.h"

#include "protocol/data/conversion.h"

#include <algorithm>
#include <iterator>

namespace vow::modules {

namespace {

AttributeValue value_of(const Data& fallback) {
    if (fallback.kind() == Data::Kind::string) return std::string(fallback.text());
    return fallback;
}

/// nullopt if the body lacks no attribute with a default.
std::optional<Data>
body_with_defaults(const Data& body, const std::vector<AttributeDescription>& described) {
    std::vector<Data::Member> missing;
    for (const AttributeDescription& attribute : described) {
        if (attribute.fallback && body.find(attribute.name) == nullptr)
            missing.emplace_back(attribute.name, *attribute.fallback);
    }
    if (missing.empty()) return std::nullopt;
    std::vector<Data::Member> members = body.members();
    std::ranges::move(missing, std::back_inserter(members));
    return Data::object(std::move(members));
}

/// The replacement for a promised value, which may be null; nullopt if the value stays.
std::optional<AttributeValue>
completed(const AttributeValue* promised, const AttributeDescription& described) {
    if (promised == nullptr)
        return described.fallback ? std::optional(value_of(*described.fallback)) : std::nullopt;
    const Data* body = std::get_if<Data>(promised);
    if (body == nullptr || body->kind() != Data::Kind::object) return std::nullopt;
    if (auto whole = body_with_defaults(*body, described.attributes)) return *std::move(whole);
    return std::nullopt;
}

} // namespace

std::optional<Attributes>
with_defaults(const Attributes& attributes, const PromiseTypeDescription& described) {
    std::optional<Attributes> whole;
    for (const AttributeDescription& attribute : described.attributes) {
        if (!attribute.fallback && attribute.attributes.empty()) continue;
        auto value = completed(attributes.find(attribute.name), attribute);
        if (!value) continue;
        if (!whole) whole = attributes;
        whole->set(attribute.name, *std::move(value));
    }
    return whole;
}

std::optional<Data> data_of(const AttributeValue& value) {
    if (const auto* data = std::get_if<Data>(&value)) return *data;
    if (const auto* text = std::get_if<std::string>(&value)) {
        auto read = parse_json(*text);
        auto* data = std::get_if<Data>(&read);
        return data == nullptr ? std::nullopt : std::optional(std::move(*data));
    }
    return array_of(std::get<std::vector<std::string>>(value));
}

} // namespace vow::modules
