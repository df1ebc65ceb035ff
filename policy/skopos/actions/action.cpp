#include "policy/skopos/actions/action.h"

#include "policy/skopos/actions/action_kinds.h"
#include "policy/skopos/actions/plugin_call.h"
#include "policy/skopos/plan/document.h"
#include "protocol/data/overload.h"

#include <array>

namespace vow::skopos {
namespace {

constexpr std::array<const char*, 4> own_variables = {
    "SKOPOS_PROJECT", "SKOPOS_STEP_ID", "SKOPOS_COMPONENT", "SKOPOS_INDEX"};

/// A script of another plan may have started this one, with its own variables.
std::vector<std::string> inherited_variables() {
    return {own_variables.begin(), own_variables.end()};
}

std::vector<std::string> environment_of(const std::string& id, const StepScope& scope) {
    std::vector<std::string> variables = {
        "SKOPOS_PROJECT=" + scope.project, "SKOPOS_STEP_ID=" + id};
    if (!scope.component.empty()) variables.push_back("SKOPOS_COMPONENT=" + scope.component);
    if (scope.index) variables.push_back("SKOPOS_INDEX=" + std::to_string(*scope.index));
    return variables;
}

/// The arguments of a program can be seen by every user of the machine.
void require_no_secret(const std::string& word, const Descriptors& descriptors) {
    for (const auto& [name, value] : descriptors.secret_values) {
        if (value.empty() || word.find(value) == std::string::npos) continue;
        throw StepFailure(
            "the secret '" + name +
            "' cannot be an argument of a program, which others can see; pass it to a plugin by "
            "'arguments'"
        );
    }
}

Origin origin_of(const Step& step, ScopeId scope) {
    const Position place = step.span.position();
    return {
        .file = step.span.source->path(),
        .line = place.line,
        .column = place.column,
        .handle = step.id,
        .scope = scope};
}

} // namespace

StepResult
ActionRunner::run(const Step& step, const StepScope& scope, Instances& instances, ScopeId id) {
    scope_id_ = id;
    const Overload run_program{
        [&](const Script& script) { return run_script(step, script, scope); },
        [&](const PluginCall& call) { return run_call(step, call, scope, instances); }};
    return std::visit(run_program, step.as<Action>()->program);
}

StepResult
ActionRunner::run_script(const Step& step, const Script& script, const StepScope& scope) {
    std::vector<std::string> words;
    for (const TextTemplate& word : script.words) {
        words.push_back(resolve(word, scope));
        require_no_secret(words.back(), scope.descriptors);
    }
    if (!world_.options.changes_allowed()) return {.is_assumed = true};
    const auto program = programs_.script(words.front());
    if (!program) throw StepFailure("no script '" + words.front() + "'");
    words.erase(words.begin());
    auto ran = command_.run(
        {.id = step.id,
         .program = *program,
         .arguments = std::move(words),
         .environment = environment_of(step.id, scope),
         .unset = inherited_variables(),
         .input = {},
         .output = CommandOrder::Output::shown,
         .origin = origin_of(step, scope_id_)}
    );
    return std::move(ran.result);
}

StepResult ActionRunner::run_call(
    const Step& step, const PluginCall& call, const StepScope& scope, Instances& instances
) {
    const auto program = programs_.plugin(call.plugin);
    if (!program) {
        const PromiseType* type = scope.descriptors.module_named(call.plugin, world_.catalogue);
        if (type != nullptr) return run_promise(step, call, scope, *type);
    }
    const Data request = plugin_request(call, scope);
    if (!world_.options.changes_allowed()) {
        apply_assumed(call, scope, instances);
        return {.is_assumed = true};
    }
    if (!program) throw StepFailure("no plugin '" + call.plugin + "'");
    auto [result, output] = command_.run(
        {.id = step.id,
         .program = *program,
         .arguments = {call.action},
         .environment = environment_of(step.id, scope),
         .unset = inherited_variables(),
         .input = json_text(request),
         .output = CommandOrder::Output::returned,
         .origin = origin_of(step, scope_id_)}
    );
    if (result.has_passed()) apply_answer(call, plugin_answer(output), scope, instances);
    return result;
}

Data ActionRunner::describe(const StepScope& scope) {
    const PluginCall call{
        .plugin = std::string(scope.descriptors.core_plugin()),
        .action = std::string(describe_action)};
    const auto program = programs_.plugin(call.plugin);
    if (!program) return {};
    const auto [result, output] = command_.run(
        {.id = call.plugin,
         .program = *program,
         .arguments = {call.action},
         .environment = {"SKOPOS_PROJECT=" + scope.project},
         .unset = inherited_variables(),
         .input = json_text(plugin_request(call, scope)),
         .output = CommandOrder::Output::returned,
         .origin = {}}
    );
    if (!result.has_passed()) throw StepFailure(result.reason);
    const Data answer = plugin_answer(output);
    const Data* instances = answer.find("inst");
    return instances == nullptr ? Data::object({}) : *instances;
}

StepResult ActionRunner::run_promise(
    const Step& step, const PluginCall& call, const StepScope& scope, const PromiseType& type
) {
    if (call.action != "promise")
        throw StepFailure("plugin '" + call.plugin + "' has no action '" + call.action + "'");
    const Data arguments = resolve(typed_data(call.arguments), scope);
    return keep_promise(world_, type, arguments, origin_of(step, scope_id_));
}

} // namespace vow::skopos
