#include "policy/inmanta/python/interface.h"

namespace vow::inmanta {
namespace {

bool member_truth(const Data& data, std::string_view name) {
    const Data* member = data.find(name);
    return member != nullptr && member->truth();
}

PythonParameter::Kind kind_of(std::string_view word) {
    using Kind = PythonParameter::Kind;
    if (word == "named") return Kind::named;
    if (word == "rest") return Kind::rest;
    return word == "named_rest" ? Kind::named_rest : Kind::plain;
}

/// An absent argument has its default; *rest and **rest are empty then.
std::optional<Value> standard_of(const Data& parameter, const WireValues& values) {
    switch (kind_of(member_text(parameter, "kind"))) {
    case PythonParameter::Kind::rest: return Value(Value::List());
    case PythonParameter::Kind::named_rest: return Value(Dict());
    case PythonParameter::Kind::plain:
    case PythonParameter::Kind::named: break;
    }
    const Data* standard = parameter.find("default");
    return standard ? values.value_of(*standard) : std::nullopt;
}

AttributeType::References references_in(const Data& data, std::string_view name) {
    using enum AttributeType::References;
    return member_truth(data, name) ? taken : refused;
}

PythonPlugin plugin_of(const Data& data, const WireValues& values) {
    PythonPlugin plugin{
        .name = member_text(data, "name"),
        .parameters = {},
        .returns = member_text(data, "returns"),
        .returned_references = references_in(data, "returns_references"),
        .allows_unknown = member_truth(data, "allow_unknown")};
    if (const Data* parameters = data.find("arguments")) {
        for (const Data& each : parameters->items()) {
            plugin.parameters.push_back(
                {.name = member_text(each, "name"),
                 .type = member_text(each, "type"),
                 .references = references_in(each, "takes_references"),
                 .kind = kind_of(member_text(each, "kind")),
                 .standard = standard_of(each, values)}
            );
        }
    }
    return plugin;
}

} // namespace

std::string member_text(const Data& data, std::string_view name) {
    const Data* member = data.find(name);
    return member ? std::string(member->text()) : std::string();
}

PythonInterface interface_from(const Data& data, const WireValues& values) {
    PythonInterface found;
    if (const Data* plugins = data.find("plugins")) {
        for (const Data& each : plugins->items())
            found.plugins.push_back(plugin_of(each, values));
    }
    if (const Data* resources = data.find("resources")) {
        for (const Data& each : resources->items()) {
            found.resources.push_back(
                {.entity = member_text(each, "entity"),
                 .agent = member_text(each, "agent"),
                 .id_attribute = member_text(each, "id_attribute"),
                 .has_handler = member_truth(each, "has_handler")}
            );
        }
    }
    return found;
}

} // namespace vow::inmanta
