#include "policy/skopos/action.h"

#include "policy/run/keep.h"
#include "policy/skopos/action_observer.h"
#include "policy/skopos/document.h"
#include "policy/skopos/plugin_call.h"
#include "protocol/data/plain_data.h"
#include "protocol/text/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace vow::skopos {
namespace {

const PromiseType& commands_type() {
    static const PromiseType type{.name = "commands"};
    return type;
}

/// A command line of one word: the type `commands` splits others at blanks.
std::string quoted_path(const std::string& path) {
    return path.find(' ') == std::string::npos ? path : '"' + path + '"';
}

Data contain_body(const std::string& folder, double limit) {
    const auto seconds = std::max<long long>(1, std::llround(std::ceil(limit)));
    return Data::object(
        {{"chdir", Data::string(folder)},
         {"umask", Data::string("inherited")},
         {"exec_timeout", Data::string(std::to_string(seconds))}}
    );
}

std::vector<std::string> environment_of(const std::string& id, const StepScope& scope) {
    std::vector<std::string> variables = {
        "SKOPOS_PROJECT=" + scope.project, "SKOPOS_STEP_ID=" + id};
    if (!scope.component.empty()) variables.push_back("SKOPOS_COMPONENT=" + scope.component);
    if (scope.index) variables.push_back("SKOPOS_INDEX=" + std::to_string(*scope.index));
    return variables;
}

/// Scalars as texts, lists of scalars as lists of texts, all else as data.
AttributeValue attribute_value(const Data& data) {
    if (!data.is_container()) return std::string(data.text());
    const bool is_list =
        data.kind() == Data::Kind::array && std::ranges::none_of(data.items(), &Data::is_container);
    if (!is_list) return data;
    std::vector<std::string> texts;
    for (const Data& item : data.items())
        texts.emplace_back(item.text());
    return texts;
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

/// A script or plugin to be started.
struct ActionRunner::CommandOrder {
    const std::string& id; ///< of the step
    const std::string& program;
    std::vector<std::string> arguments;
    std::vector<std::string> environment;
    std::string input;
    Output output;
    Origin origin;
};

StepResult
ActionRunner::run(const Step& step, const StepScope& scope, Instances& instances, ScopeId id) {
    scope_id_ = id;
    const Action& action = *step.as<Action>();
    try {
        if (const auto* script = std::get_if<Script>(&action.program))
            return run_script(step, *script, scope);
        return run_call(step, std::get<PluginCall>(action.program), scope, instances);
    } catch (const StepFailure& failure) {
        return StepResult::failure(failure.what());
    }
}

StepResult
ActionRunner::run_script(const Step& step, const Script& script, const StepScope& scope) {
    std::vector<std::string> words;
    for (const TextTemplate& word : script.words)
        words.push_back(resolve(word, scope));
    if (!world_.options.changes_allowed()) return {.is_assumed = true};
    const auto program = programs_.script(words.front());
    if (!program) throw StepFailure("no script '" + words.front() + "'");
    words.erase(words.begin());
    std::string output;
    return run_command(
        {.id = step.id,
         .program = *program,
         .arguments = std::move(words),
         .environment = environment_of(step.id, scope),
         .input = {},
         .output = Output::shown,
         .origin = origin_of(step, scope_id_)},
        output
    );
}

StepResult ActionRunner::run_call(
    const Step& step, const PluginCall& call, const StepScope& scope, Instances& instances
) {
    const auto program = programs_.plugin(call.plugin);
    if (!program) {
        if (const PromiseType* type = module_named(call.plugin, scope.descriptors))
            return keep_promise(step, call, scope, *type);
    }
    const Data request = plugin_request(call, scope);
    if (!world_.options.changes_allowed()) {
        apply_assumed(call, scope, instances);
        return {.is_assumed = true};
    }
    if (!program) throw StepFailure("no plugin '" + call.plugin + "'");
    std::string output;
    StepResult result = run_command(
        {.id = step.id,
         .program = *program,
         .arguments = {call.action},
         .environment = environment_of(step.id, scope),
         .input = json_text(request),
         .output = Output::returned,
         .origin = origin_of(step, scope_id_)},
        output
    );
    if (result.has_passed()) apply_answer(call, plugin_answer(output), scope, instances);
    return result;
}

Data ActionRunner::describe(const std::string& core_plugin, const std::string& project) {
    const auto program = programs_.plugin(core_plugin);
    if (!program) return {};
    std::string output;
    const StepResult result = run_command(
        {.id = core_plugin,
         .program = *program,
         .arguments = {std::string(describe_action)},
         .environment = {"SKOPOS_PROJECT=" + project},
         .input = json_text(Data::object({{"project", Data::string(project)}})),
         .output = Output::returned,
         .origin = {}},
        output
    );
    if (!result.has_passed()) throw StepFailure(result.reason);
    const Data answer = plugin_answer(output);
    const Data* instances = answer.find("inst");
    return instances == nullptr ? Data::object({}) : *instances;
}

StepResult ActionRunner::run_command(CommandOrder order, std::string& output) {
    if (!world_.host.may(Access::execute, order.program))
        throw StepFailure("cannot start: Permission denied");
    Attributes attributes = {
        {"arglist", std::move(order.arguments)},
        {"environment", std::move(order.environment)},
        {"capture", "apart"},
        {"inform", "false"},
        {"contain", contain_body(programs_.plan_folder(), limit_)}};
    if (!order.input.empty()) attributes.set("stdin", std::move(order.input));
    if (order.output == Output::returned) attributes.set("module", "true");
    ActionObserver observer(world_.observer, order.id);
    World world = world_.with(world_.keeper, observer);
    Outcome outcome = keep(
        world,
        {.type = &commands_type(),
         .promiser = quoted_path(order.program),
         .attributes = std::move(attributes),
         .origin = std::move(order.origin),
         .terms = {.policy = Terms::Policy::fix}},
        Handled::yes
    );
    StepResult result = result_of(outcome, observer.first_error());
    log_errors(order.id, outcome, result.has_passed());
    output = std::move(outcome.output);
    return result;
}

StepResult ActionRunner::result_of(const Outcome& outcome, const std::string& first_error) const {
    if (outcome.result() <= Verdict::repaired) return {};
    if (outcome.exit_code) {
        StepResult result =
            StepResult::failure("exit status " + std::to_string(*outcome.exit_code));
        result.exit_code = outcome.exit_code;
        return result;
    }
    if (world_.stop.signal() != 0) return {.kind = StepResult::Kind::interrupted};
    if (outcome.signal) return StepResult::failure("signal " + std::to_string(*outcome.signal));
    if (outcome.result() == Verdict::timed_out)
        return StepResult::failure("timed out after " + seconds_text(limit_) + " s");
    return StepResult::failure("cannot start: " + first_error);
}

void ActionRunner::log_errors(const std::string& id, const Outcome& outcome, bool has_passed) {
    const LogLevel level = has_passed ? LogLevel::info : LogLevel::error;
    if (outcome.errors.empty() || !world_.observer.wants(level)) return;
    std::string_view errors = outcome.errors;
    if (errors.ends_with('\n')) errors.remove_suffix(1);
    for (const std::string_view line : split_at(errors, '\n'))
        world_.observer.receive(LogLine{level, id + ": " + std::string(line), scope_id_});
}

const PromiseType*
ActionRunner::module_named(const std::string& plugin, const Descriptors& descriptors) const {
    const auto found = descriptors.modules.find(plugin);
    return found == descriptors.modules.end() ? world_.catalogue.find(plugin) : &found->second;
}

StepResult ActionRunner::keep_promise(
    const Step& step, const PluginCall& call, const StepScope& scope, const PromiseType& type
) {
    if (call.action != "promise")
        throw StepFailure("plugin '" + call.plugin + "' has no action '" + call.action + "'");
    const Data arguments = resolve(typed_data(call.arguments), scope);
    const Data* promiser = arguments.find("promiser");
    if (promiser == nullptr || promiser->is_container())
        throw StepFailure("the arguments have no promiser");
    const bool is_dry = !world_.options.changes_allowed();
    Promise promise{
        .type = &type,
        .promiser = std::string(promiser->text()),
        .origin = origin_of(step, scope_id_),
        .terms = {.policy = is_dry ? Terms::Policy::warn : Terms::Policy::fix}};
    for (const auto& [name, value] : arguments.members()) {
        const bool is_attribute = name != "promiser" && value.kind() != Data::Kind::null;
        if (is_attribute) promise.attributes.set(name, attribute_value(value));
    }
    WarningCounter observer(world_.observer);
    World world = world_.with(world_.keeper, observer);
    const Outcome outcome = keep(world, std::move(promise), Handled::yes);
    const Verdict verdict = outcome.result();
    if (verdict <= Verdict::repaired) return {};
    if (world_.stop.signal() != 0) return {.kind = StepResult::Kind::interrupted};
    if (is_dry && verdict == Verdict::not_kept && observer.has_warned()) return {};
    return StepResult::failure(std::string(text_of(verdict)));
}

std::string seconds_text(double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", seconds);
    return text.data();
}

std::string_view text_of(StepResult::Kind kind) {
    switch (kind) {
    case StepResult::Kind::pass: return "pass";
    case StepResult::Kind::fail: return "fail";
    case StepResult::Kind::interrupted: return "interrupted";
    }
    return {};
}

} // namespace vow::skopos
