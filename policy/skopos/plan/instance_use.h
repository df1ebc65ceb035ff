#pragma once

#include "policy/skopos/plan/plan.h"

#include <array>
#include <string_view>
#include <vector>

namespace vow::skopos {

/// References whose values come up only when the plan runs.
inline constexpr std::array<std::string_view, 6> instance_values = {
    "id", "ipaddr", "new", "new_ip", "old", "old_ip"};

/// Calls `visit` for each reference in the texts of an action.
template <class Visit>
void for_each_reference(const TextTemplate& text, const Visit& visit) {
    for (const auto& part : text.parts) {
        if (const auto* reference = std::get_if<Reference>(&part)) visit(*reference);
    }
}
template <class Visit>
void for_each_reference(const YamlNode& node, const Visit& visit) {
    if (node.kind == YamlNode::Kind::scalar) for_each_reference(compile_text(node.text), visit);
    for (const YamlNode& item : node.items)
        for_each_reference(item, visit);
    for (const YamlNode::Member& member : node.members)
        for_each_reference(member.value, visit);
}
template <class Visit>
void for_each_reference(const Action& action, const Visit& visit) {
    if (const auto* call = std::get_if<PluginCall>(&action.program)) {
        for_each_reference(call->arguments, visit);
        return;
    }
    for (const TextTemplate& word : std::get<Script>(action.program).words)
        for_each_reference(word, visit);
}

/// The instances of its component that an action addresses or refers to, or that a loop counts.
std::vector<Selector> instances_used(const Step& step);

/// True if a step is a plugin action that makes some of these instances.
bool makes_instances(const Step& step, const std::vector<Selector>& which);

} // namespace vow::skopos
