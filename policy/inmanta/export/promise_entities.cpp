#include "policy/inmanta/export/promise_entities.h"

#include <algorithm>

namespace vow::inmanta {

const std::string& PromiseEntities::model() {
    if (!text_.empty()) return text_;
    text_ = "# The promise types of this host as entities.\n\n";
    for (const PromiseType& type : world_.catalogue.types())
        add(type);
    if (world_.options.start_modules == StartModules::no) return text_;
    for (const Project::PromiseModule& module : project_.promise_modules) {
        const PromiseType& type = types_.emplace_back(PromiseType{
            .name = module.name, .interpreter = module.interpreter, .path = module.path});
        add(type);
    }
    return text_;
}

/// A module without a usable description has no entities. Of two types with one name for their
/// entities, the first has it.
void PromiseEntities::add(const PromiseType& kept) {
    const DescriptionResult result = world_.descriptions.describe(kept);
    const auto* description = std::get_if<Description>(&result);
    const PromiseTypeDescription* type =
        description != nullptr ? description->promise_type(kept.name) : nullptr;
    if (type == nullptr) return;
    const std::string name = entity_name(type->name);
    if (std::ranges::find(kinds_, "vow::" + name, &ResourceKind::entity) != kinds_.end()) return;
    text_ += entity_text(*type);
    ResourceKind kind{
        .entity = "vow::" + name,
        .id_attribute = "promiser",
        .keeper = ResourceKind::Keeper::promise,
        .name_pattern = type->promiser_pattern,
        .type = &kept};
    for (const AttributeDescription& attribute : type->attributes) {
        kind.fields.push_back(field_name(attribute.name));
        kind.attributes.emplace_back(field_name(attribute.name), attribute.name);
        kind.descriptions.push_back(attribute);
    }
    kinds_.push_back(std::move(kind));
}

} // namespace vow::inmanta
