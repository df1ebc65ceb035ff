#include "policy/inmanta/export/resources.h"

#include <string>
#include <unordered_map>

namespace vow::inmanta {
namespace {

constexpr DiagnosticKind conflict{
    "conflict", "two resources want different things at '{}': {} and {}", Severity::warning};

bool wants_path(const Resource& resource) {
    using Keeper = ResourceKind::Keeper;
    const Keeper keeper = resource.kind->keeper;
    const bool has_path =
        keeper == Keeper::file || keeper == Keeper::directory || keeper == Keeper::symlink;
    return has_path && !resource.is("purged") && !resource.name.empty();
}

/// "/srv" of "/srv/".
std::string plain_path(std::string path) {
    while (path.size() > 1 && path.ends_with('/'))
        path.pop_back();
    return path;
}

} // namespace

void check_conflicts(const std::vector<Resource>& resources, Diagnostics& diagnostics) {
    std::unordered_map<std::string, const Resource*> firsts;
    for (const Resource& resource : resources) {
        if (!wants_path(resource)) continue;
        const std::string path = plain_path(resource.name);
        const auto [first, is_new] = firsts.try_emplace(resource.agent + "\n" + path, &resource);
        if (is_new || first->second->kind == resource.kind) continue;
        const Resource& other = *first->second;
        diagnostics
            .add(conflict, resource.place.span, {path, other.kind->entity, resource.kind->entity})
            .notes = {{"the other resource", other.place.span}};
    }
}

} // namespace vow::inmanta
