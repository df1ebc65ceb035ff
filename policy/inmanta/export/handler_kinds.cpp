#include "policy/inmanta/export/handler_kinds.h"

#include <algorithm>

namespace vow::inmanta {
namespace {

/// Entities are not linked yet: one that extends another could be a resource.
bool may_have_resources(const Model& model, const PythonPlugins& python) {
    return std::ranges::any_of(model.namespaces, [&](const auto& space) {
        const std::string module = space->name.substr(0, space->name.find("::"));
        if (!python.modules().plugins.contains(module)) return false;
        return std::ranges::any_of(space->file.definitions, [](const Definition& definition) {
            const auto* entity = definition.template as<EntityDefinition>();
            return entity != nullptr && !entity->parents.empty();
        });
    });
}

} // namespace

void HandlerKinds::add_to(
    ResourceKinds& kinds,
    const Model& model,
    const PythonPlugins& python,
    Host& host,
    Keepers keepers
) {
    if (!may_have_resources(model, python)) return;
    PromiseType type{
        .interpreter = python_program(host),
        .path = host.companion(helper_folder),
        .arguments = {"deploy"}};
    for (const auto& [module, folder] : python.modules().plugins)
        type.arguments.emplace_back(module).append("=").append(folder);
    for (const PythonResource& resource : python.resources()) {
        type.name = resource.entity;
        if (keepers == Keepers::native && kinds.find(resource.entity) != nullptr) continue;
        if (resource.has_handler) types_.push_back(type);
        kinds.put(
            {.entity = resource.entity,
             .id_attribute = resource.id_attribute,
             .agent = resource.agent,
             .keeper = ResourceKind::Keeper::handler,
             .type = resource.has_handler ? &types_.back() : nullptr}
        );
    }
}

} // namespace vow::inmanta
