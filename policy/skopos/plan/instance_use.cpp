#include "policy/skopos/plan/instance_use.h"

#include <algorithm>

namespace vow::skopos {
namespace {

/// The actions of core plugins begin with this; the ones that take instances away make none.
constexpr std::string_view of_instances = "inst_";
constexpr std::array<std::string_view, 2> removals = {"inst_destroy", "inst_rollback"};

bool may_make(std::string_view action) {
    return action.starts_with(of_instances) &&
           std::ranges::none_of(removals, [action](std::string_view removal) {
               return action.starts_with(removal);
           });
}

bool is_instance_value(const Reference& reference) {
    return reference.path.size() == 1 &&
           std::ranges::find(instance_values, reference.path.front()) != instance_values.end();
}

} // namespace

std::vector<Selector> instances_used(const Step& step) {
    std::vector<Selector> used;
    const auto* loop = step.as<Loop>();
    if (loop != nullptr && !loop->count && loop->selector != Selector::target)
        used.push_back(loop->selector);
    const auto* action = step.as<Action>();
    if (action == nullptr) return used;
    if (action->selector) used.push_back(*action->selector);
    for_each_reference(*action, [&](const Reference& reference) {
        if (!is_instance_value(reference)) return;
        const std::string_view name = reference.path.front();
        if (name.starts_with("new")) used.push_back(Selector::new_ones);
        if (name.starts_with("old")) used.push_back(Selector::old_ones);
    });
    return used;
}

bool makes_instances(const Step& step, const std::vector<Selector>& which) {
    const auto* action = step.as<Action>();
    const auto* call = action == nullptr ? nullptr : std::get_if<PluginCall>(&action->program);
    return call != nullptr && may_make(call->action) && action->selector &&
           std::ranges::find(which, *action->selector) != which.end();
}

} // namespace vow::skopos
