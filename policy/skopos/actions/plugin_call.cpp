#include "policy/skopos/actions/plugin_call.h"

#include "policy/skopos/plan/document.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::skopos {
namespace {

constexpr std::string_view create = "inst_create";
constexpr std::string_view destroy = "inst_destroy";
constexpr std::string_view destroy_all = "inst_destroy_all";

/// Sets a member, which replaces an argument of the same name.
void set_member(std::vector<Data::Member>& members, std::string_view name, Data value) {
    members.emplace_back(name, std::move(value));
}

/// Adds a member that an argument of the same name replaces.
void add_member(std::vector<Data::Member>& members, std::string_view name, const Data& value) {
    const bool is_there = std::ranges::any_of(members, [&](const Data::Member& member) {
        return member.first == name;
    });
    if (!is_there) members.emplace_back(name, value);
}

Data addressed_instances(const StepScope& scope) {
    if (!scope.index) return Data::array(scope.instances.all(scope.component, *scope.selector));
    const Data* instance = scope.instances.at(scope.component, *scope.selector, *scope.index);
    return instance == nullptr ? Data::array({}) : Data::array({*instance});
}

/// The first line of an answer that is not one, cut to what a message can show.
std::string beginning_of_answer(std::string_view output) {
    constexpr std::size_t max_shown = 60;
    const std::string_view text = trimmed(output);
    return std::string(text.substr(0, std::min(text.find('\n'), max_shown)));
}

bool has_address(const StepScope& scope) {
    return scope.selector && !scope.component.empty();
}

void remove_addressed(const PluginCall& call, const StepScope& scope, Instances& instances) {
    const bool removes_all = call.action == destroy_all || !scope.index;
    if (call.action != destroy && call.action != destroy_all) return;
    if (removes_all) return instances.remove_all(scope.component, *scope.selector);
    instances.remove(scope.component, *scope.selector, *scope.index);
}

} // namespace

Data plugin_request(const PluginCall& call, const StepScope& scope) {
    std::vector<Data::Member> members = resolve(typed_data(call.arguments), scope).members();
    set_member(members, "project", Data::string(scope.project));
    if (!scope.component.empty()) {
        set_member(members, "component", Data::string(scope.component));
        if (scope.selector) set_member(members, "inst", addressed_instances(scope));
        if (const Data* model = scope.descriptors.component(scope.component))
            add_member(members, "model", scope.descriptors.revealed(*model));
    }
    if (scope.index) add_member(members, "index", Data::integer(*scope.index));
    if (const Data* config = scope.descriptors.config(call.plugin))
        add_member(members, "config", scope.descriptors.revealed(*config));
    return Data::object(std::move(members));
}

Data plugin_answer(std::string_view output) {
    if (trimmed(output).empty()) return Data::object({});
    if (output.size() >= max_output_bytes) throw StepFailure("answer is larger than 64 MiB");
    const auto read = parse_json(output);
    const auto* data = std::get_if<Data>(&read);
    if (data == nullptr || data->kind() != Data::Kind::object)
        throw StepFailure("answer is not a JSON object: '" + beginning_of_answer(output) + "'");
    return *data;
}

void apply_answer(
    const PluginCall& call, const Data& answer, const StepScope& scope, Instances& instances
) {
    if (!has_address(scope)) return;
    const Data* named = answer.find("inst");
    if (named != nullptr && named->kind() == Data::Kind::array) {
        if (!scope.index) {
            instances.replace(scope.component, *scope.selector, *named);
        } else if (const Data* first = named->at(0)) {
            instances.fill(scope.component, *scope.selector, *scope.index, *first);
        }
    }
    remove_addressed(call, scope, instances);
}

void apply_assumed(const PluginCall& call, const StepScope& scope, Instances& instances) {
    if (!has_address(scope)) return;
    if (call.action == create) {
        const std::int64_t index = scope.index.value_or(0);
        const Data placeholder = Data::string("<new " + std::to_string(index) + ">");
        const Data instance = Data::object({{"id", placeholder}, {"ipaddr", placeholder}});
        instances.fill(scope.component, *scope.selector, index, instance);
    }
    remove_addressed(call, scope, instances);
}

} // namespace vow::skopos
