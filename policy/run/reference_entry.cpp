#include "policy/run/reference_entry.h"

#include "protocol/description/description.h"

#include <array>

namespace vow {
namespace {

struct KindWord {
    ReferenceKind kind;
    std::string_view word;
};

constexpr std::array kind_words = {
    KindWord{ReferenceKind::type, "type"},
    KindWord{ReferenceKind::body, "body"},
    KindWord{ReferenceKind::bundle, "bundle"},
    KindWord{ReferenceKind::function, "function"},
    KindWord{ReferenceKind::operation, "operation"},
    KindWord{ReferenceKind::statement, "statement"},
    KindWord{ReferenceKind::step, "step"},
    KindWord{ReferenceKind::entity, "entity"},
    KindWord{ReferenceKind::class_, "class"},
    KindWord{ReferenceKind::variable, "variable"},
    KindWord{ReferenceKind::module, "module"}};

bool is_variadic(const FunctionDescription& function) {
    return function.arity == FunctionDescription::Arity::variadic;
}

} // namespace

std::string_view text_of(ReferenceKind kind) {
    for (const KindWord& each : kind_words) {
        if (each.kind == kind) return each.word;
    }
    return {};
}

std::span<const ReferenceKind> all_reference_kinds() {
    static const std::array kinds = [] {
        std::array<ReferenceKind, kind_words.size()> all{};
        for (std::size_t index = 0; index < all.size(); ++index)
            all.at(index) = kind_words.at(index).kind;
        return all;
    }();
    return kinds;
}

std::string signature_of(const FunctionDescription& function) {
    std::string text = function.name + '(';
    for (std::size_t index = 0; index < function.parameters.size(); ++index) {
        const bool is_optional = index >= function.required;
        text += index > 0 ? ", " : "";
        text += is_optional ? "[" : "";
        text += function.parameters[index].name;
        if (is_variadic(function) && index + 1 == function.parameters.size()) text += "...";
        text += is_optional ? "]" : "";
    }
    return text + ") -> " + function.returns;
}

ReferenceEntry entry_of(const FunctionDescription& function) {
    ReferenceEntry entry{
        .kind = ReferenceKind::function,
        .name = function.name,
        .title = signature_of(function),
        .summary = function.help};
    entry.parts.reserve(function.parameters.size());
    for (const FunctionDescription::Parameter& parameter : function.parameters) {
        std::string value = parameter.kind;
        if (!parameter.range.empty()) value += " " + parameter.range;
        entry.parts.push_back({.name = parameter.name, .value = std::move(value)});
    }
    entry.example = function.example;
    return entry;
}

std::vector<ReferencePart> parts_of(std::span<const AttributeDescription> attributes) {
    std::vector<ReferencePart> parts;
    parts.reserve(attributes.size());
    for (const AttributeDescription& attribute : attributes) {
        const std::string demands = demands_on(attribute);
        std::string value(text_of(attribute.type));
        if (!demands.empty()) value += ", " + demands;
        parts.push_back(
            {.name = attribute.name,
             .value = std::move(value),
             .summary = attribute.summary,
             .parts = parts_of(attribute.attributes)}
        );
    }
    return parts;
}

ReferenceEntry entry_of(const PromiseTypeDescription& type) {
    ReferenceEntry entry{
        .kind = ReferenceKind::type,
        .name = type.name,
        .title = "promises of type " + type.name,
        .summary = type.summary,
        .parts = parts_of(type.attributes)};
    if (!type.promiser_summary.empty())
        entry.notes.push_back("the promiser: " + type.promiser_summary);
    if (!type.promiser_pattern.empty())
        entry.notes.push_back("the promiser matches `" + type.promiser_pattern + "`");
    for (const AttributeRule& rule : type.rules)
        entry.notes.push_back(sentence_of(rule));
    for (const std::string& name : type.result_classes)
        entry.notes.push_back("it may define the class " + name);
    if (!type.examples.empty()) entry.example = type.examples.front();
    return entry;
}

} // namespace vow
