#include "policy/inmanta/export/resources.h"
#include "policy/run/language.h"
#include "policy/run/policy_place.h"
#include "policy/source/diagnostic.h"

#include <string_view>
#include <utility>

namespace vow::inmanta {
namespace {

enum class Role { left_out, needed, chosen };

bool is_named(const Resource& resource, const std::string& what, const PolicyPlace& place) {
    if (resource.id == what || resource.kind->entity == what) return true;
    const Span& span = resource.place.span;
    return span.source != nullptr && place.is_at(span.source->path(), span.position().line);
}

[[noreturn]] void refuse(const std::string& what, const std::vector<Resource>& all) {
    std::vector<std::string_view> names;
    names.reserve(all.size() * 2);
    for (const Resource& resource : all) {
        names.emplace_back(resource.id);
        names.emplace_back(resource.kind->entity);
    }
    const std::string nearest = did_you_mean(what, names);
    throw OptionError(
        "--only " + what + ": no resource has this place, id or entity" +
        (nearest.empty() ? "" : "; " + nearest)
    );
}

std::vector<Role> roles_in(const std::vector<Resource>& all, std::span<const std::string> only) {
    std::vector<Role> roles(all.size(), Role::left_out);
    for (const std::string& what : only) {
        const PolicyPlace place = PolicyPlace::from(what);
        bool is_known = false;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!is_named(all[i], what, place)) continue;
            is_known = true;
            roles[i] = Role::chosen;
        }
        if (!is_known) refuse(what, all);
    }
    // Requirements come first in the model.
    for (std::size_t i = all.size(); i-- > 0;) {
        if (roles[i] == Role::left_out) continue;
        for (const std::size_t required : all[i].requirements) {
            if (roles[required] == Role::left_out) roles[required] = Role::needed;
        }
    }
    return roles;
}

} // namespace

ResourceSelection select_resources(std::vector<Resource> all, std::span<const std::string> only) {
    const std::vector<Role> roles = roles_in(all, only);
    ResourceSelection selection;
    selection.resources.reserve(all.size());
    std::vector<std::size_t> positions(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (roles[i] == Role::left_out) continue;
        positions[i] = selection.resources.size();
        for (std::size_t& required : all[i].requirements)
            required = positions[required];
        selection.resources.push_back(std::move(all[i]));
        const Resource* kept = &selection.resources.back();
        (roles[i] == Role::chosen ? selection.chosen : selection.needed).push_back(kept);
    }
    return selection;
}

} // namespace vow::inmanta
