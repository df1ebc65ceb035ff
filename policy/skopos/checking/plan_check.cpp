#include "policy/skopos/checking/plan_check.h"

#include "policy/run/description_check.h"
#include "policy/run/world.h"
#include "policy/skopos/checking/reachability.h"
#include "policy/skopos/checking/written_call.h"
#include "policy/skopos/plan/document.h"
#include "policy/skopos/plan/instance_use.h"
#include "policy/skopos/plan/mistakes.h"
#include "policy/skopos/values/step_scope.h"
#include "protocol/data/overload.h"

#include <algorithm>
#include <unordered_map>

namespace vow::skopos {
namespace {

constexpr DiagnosticKind ignored_failure{
    "ignored-failure", "step '{}' can fail, and has no 'on_fail'", Severity::warning};
constexpr DiagnosticKind unreachable_step{
    "unreachable-step", "nothing leads to step '{}'", Severity::warning};
constexpr DiagnosticKind missing_program{"missing-program", "no {} '{}'", Severity::warning};
constexpr DiagnosticKind unknown_variable{
    "undefined-variable", "no variable '{}'", Severity::warning};
constexpr DiagnosticKind bad_reference{"bad-reference", "cannot read '{}'", Severity::warning};
constexpr DiagnosticKind unknown_component{
    "unknown-component", "the model has no component '{}'", Severity::warning};
constexpr DiagnosticKind unknown_action{
    "unknown-action", "plugin '{}' has no action '{}', only 'promise'"};

/// Where a step is, as far as references depend on it.
struct Surroundings {
    const Component* component = nullptr;
    bool is_in_loop = false;
};

Surroundings surroundings_of(const std::vector<const Step*>& holders) {
    Surroundings surroundings;
    for (const Step* holder : holders) {
        if (const auto* component = holder->as<Component>()) surroundings.component = component;
        if (holder->as<Loop>() != nullptr) surroundings.is_in_loop = true;
    }
    return surroundings;
}

class PlanCheck {
public:
    PlanCheck(
        PlanCheckExtent extent,
        const SourceText& source,
        const Descriptors& descriptors,
        const ProgramSearch& programs,
        World& world,
        Diagnostics& diagnostics
    )
        : extent_(extent),
          source_(source),
          descriptors_(descriptors),
          programs_(programs),
          world_(world),
          diagnostics_(diagnostics),
          promises_(
              [this](const std::string& type) { return description_of(type); }, {}, diagnostics
          ) {}

    void check(const Step& step, const std::vector<const Step*>& holders) {
        cancel_if_stopped(world_.stop);
        if (step.is_holder() && checks_all()) check_failure(step);
        const auto* component = step.as<Component>();
        if (component != nullptr && checks_all()) check_component(step, *component);
        const auto* action = step.as<Action>();
        if (action == nullptr) return;
        const Surroundings surroundings = surroundings_of(holders);
        const Overload check_program{
            [&](const Script& script) { check_script(script, *action, surroundings); },
            [&](const PluginCall& call) { check_call(call, *action, surroundings); }};
        std::visit(check_program, action->program);
    }

    void check_chain(const Chain& chain, bool is_top) {
        const ChainPaths paths = paths_of(chain, is_top);
        for (std::size_t at = 0; at < chain.size(); ++at) {
            if (!paths.is_reached[at])
                diagnostics_.add(unreachable_step, chain[at].span, {chain[at].id});
            check_chain(chain[at].steps, false);
        }
    }

private:
    bool checks_all() const { return extent_ == PlanCheckExtent::all; }

    void check_failure(const Step& step) {
        if (!step.on_fail.is_written && paths_of(step.steps, false).can_fail)
            diagnostics_.add(ignored_failure, step.span, {step.id});
    }

    void check_component(const Step& step, const Component& component) {
        const bool has_model = descriptors_.model.kind() != Data::Kind::null;
        if (!has_model || descriptors_.component(component.name) != nullptr) return;
        const std::string hint =
            hints_.did_you_mean(component.name, [this] { return descriptors_.component_names(); });
        diagnostics_.add(unknown_component, step.span, {component.name}, hint);
    }

    void check_script(const Script& script, const Action& action, const Surroundings& where) {
        for (const TextTemplate& word : script.words)
            check_references(word, script.span, action, where);
        const TextTemplate& name = script.words.front();
        if (checks_all() && !name.has_references() && !has_script(name.written))
            diagnostics_.add(missing_program, script.span, {"script", name.written});
    }

    /// Many steps may name one program.
    bool has_script(const std::string& name) {
        const auto [found, is_new] = scripts_.try_emplace(name, false);
        if (is_new) found->second = programs_.script(name).has_value();
        return found->second;
    }

    void check_call(const PluginCall& call, const Action& action, const Surroundings& where) {
        check_arguments(call.arguments, action, where);
        if (!checks_all() || programs_.plugin(call.plugin)) return;
        if (descriptors_.module_named(call.plugin, world_.catalogue) == nullptr) {
            diagnostics_.add(
                missing_program, call.plugin_span, {"plugin", call.plugin}, hint_for(call.plugin)
            );
        } else if (call.action != "promise") {
            diagnostics_.add(unknown_action, call.action_span, {call.plugin, call.action});
        } else {
            promises_.check(written_promise(call, source_));
        }
    }

    void check_arguments(const YamlNode& node, const Action& action, const Surroundings& where) {
        if (node.kind == YamlNode::Kind::scalar)
            check_references(compile_text(node.text), span_of(source_, node), action, where);
        for (const YamlNode& item : node.items)
            check_arguments(item, action, where);
        for (const YamlNode::Member& member : node.members)
            check_arguments(member.value, action, where);
    }

    void check_references(
        const TextTemplate& text, const Span& span, const Action& action, const Surroundings& where
    ) {
        for (const auto& part : text.parts) {
            const auto* reference = std::get_if<Reference>(&part);
            if (reference == nullptr) continue;
            if (reference->path.empty()) {
                if (checks_all()) diagnostics_.add(bad_reference, span, {reference->written});
            } else if (!can_have_value(*reference, action, where)) {
                diagnostics_.add(
                    unknown_variable, span, {reference->name()}, hint_for(*reference, where)
                );
            }
        }
    }

    /// The nearest variable.
    std::string hint_for(const Reference& reference, const Surroundings& where) {
        std::vector<std::string> names;
        return hints_.did_you_mean(reference.name(), [&] {
            names = names_near(reference, scope_of(where));
            if (where.component != nullptr) {
                for (const std::string_view name : instance_values)
                    names.push_back("." + std::string(name));
            }
            return std::vector<std::string_view>(names.begin(), names.end());
        });
    }

    /// The nearest plugin, or type of promises, which is one as well.
    std::string hint_for(const std::string& plugin) {
        std::vector<std::string> names;
        return hints_.did_you_mean(plugin, [&] {
            names = programs_.plugin_names();
            for (const auto& [name, type] : descriptors_.modules)
                names.push_back(name);
            for (const PromiseType& type : world_.catalogue.types())
                names.push_back(type.name);
            return std::vector<std::string_view>(names.begin(), names.end());
        });
    }

    StepScope scope_of(const Surroundings& where) const {
        StepScope scope{.descriptors = descriptors_, .instances = none_, .project = "project"};
        if (where.component != nullptr) scope.component = where.component->name;
        if (where.is_in_loop) scope.index = 0;
        return scope;
    }

    bool can_have_value(const Reference& reference, const Action& action, const Surroundings& where)
        const {
        const std::string& name = reference.path.front();
        const bool is_instance_value =
            std::ranges::find(instance_values, name) != instance_values.end();
        if (reference.path.size() == 1 && is_instance_value) {
            const bool needs_selector = name == "id" || name == "ipaddr";
            return where.component != nullptr && (!needs_selector || action.selector);
        }
        return find_value(reference, scope_of(where)).has_value();
    }

    DescriptionResult description_of(const std::string& type) {
        const PromiseType& named = *descriptors_.module_named(type, world_.catalogue);
        const bool may_describe =
            named.path.empty() || world_.options.start_modules == StartModules::yes;
        return may_describe ? world_.descriptions.describe(named) : MissingDescription{};
    }

    PlanCheckExtent extent_;
    const SourceText& source_;
    const Descriptors& descriptors_;
    const ProgramSearch& programs_;
    std::unordered_map<std::string, bool> scripts_; ///< whether they were found, by name
    World& world_;
    Diagnostics& diagnostics_;
    DescriptionCheck promises_;
    const Instances none_ = {};
    LimitedHints hints_ = {};
};

} // namespace

void check_plan(
    PlanCheckExtent extent,
    const Plan& plan,
    const Descriptors& descriptors,
    const ProgramSearch& programs,
    World& world,
    Diagnostics& diagnostics
) {
    if (plan.steps.empty()) return;
    const SourceText& source = *plan.steps.front().span.source;
    PlanCheck check(extent, source, descriptors, programs, world, diagnostics);
    for_each_step(plan, [&](const Step& step, const std::vector<const Step*>& holders) {
        check.check(step, holders);
    });
    check.check_chain(plan.steps, true);
}

} // namespace vow::skopos
