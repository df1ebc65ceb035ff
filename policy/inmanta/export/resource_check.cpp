#include "policy/inmanta/export/resources.h"
#include "protocol/description/fault.h"
#include "protocol/text/name_grammar.h"

namespace vow::inmanta {
namespace {

constexpr DiagnosticKind unfit_resource{"unfit-resource", "the attribute '{}' of '{}' {}"};

void check(
    const Resource& resource,
    const std::string& field,
    const AttributeDescription& described,
    Diagnostics& diagnostics
) {
    const Value* value = resource.fields.find(field);
    if (value == nullptr || value->string() == nullptr) return;
    if (find_grammar(described.pattern) == nullptr) return;
    if (const auto fault = fault_of(described, *value->string()))
        diagnostics.add(
            unfit_resource, resource.place.span, {field, resource.kind->entity, fault->text}
        );
}

} // namespace

void check_resources(const std::vector<Resource>& resources, Diagnostics& diagnostics) {
    for (const Resource& resource : resources) {
        const ResourceKind& kind = *resource.kind;
        const AttributeDescription name{.name = kind.id_attribute, .pattern = kind.name_pattern};
        const bool is_name = find_grammar(kind.name_pattern) != nullptr;
        const auto fault = is_name ? fault_of(name, resource.name) : std::nullopt;
        if (fault)
            diagnostics.add(
                unfit_resource, resource.place.span, {kind.id_attribute, kind.entity, fault->text}
            );
        for (std::size_t i = 0; i < kind.attributes.size(); ++i)
            check(resource, kind.attributes[i].first, kind.descriptions[i], diagnostics);
    }
}

} // namespace vow::inmanta
