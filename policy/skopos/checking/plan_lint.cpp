#include "policy/run/written_promise.h"
#include "policy/skopos/checking/plan_check.h"
#include "policy/skopos/checking/reachability.h"
#include "policy/skopos/checking/written_call.h"
#include "policy/skopos/plan/instance_use.h"

#include <algorithm>
#include <set>

namespace vow::skopos {
namespace {

constexpr DiagnosticKind unused_variable{
    "unused-variable", "nothing reads the variable '{}'", Severity::warning};
constexpr DiagnosticKind never_runs{
    "never-runs", "the steps of '{}' never run: its 'target_num' is 0", Severity::warning};
constexpr DiagnosticKind endless_chain{
    "cyclic-dependency", "step '{}' and those after it only lead to each other", Severity::warning};
constexpr DiagnosticKind without_effect{
    "without-effect", "'{}' of step '{}' has no effect: {}", Severity::warning};
constexpr DiagnosticKind conflict{
    "conflict",
    "two steps want different values of '{}' for {} '{}': '{}' and '{}'",
    Severity::warning};

/// The promise of a step; null if it keeps none.
const PluginCall* promise_of(const Step& step) {
    const auto* action = step.as<Action>();
    const auto* call = action == nullptr ? nullptr : std::get_if<PluginCall>(&action->program);
    return call != nullptr && call->action == "promise" ? call : nullptr;
}

bool is_read_in(const SourceText& source, const std::string& variable) {
    const std::string opening = "${" + variable;
    const std::string_view text = source.text();
    for (std::size_t at = text.find(opening); at != text.npos; at = text.find(opening, at + 1)) {
        const std::string_view rest = text.substr(at + opening.size());
        if (rest.starts_with('}') || rest.starts_with('-') || rest.starts_with(':')) return true;
    }
    return false;
}

class PlanLint {
public:
    PlanLint(const Descriptors& descriptors, const Sources& sources, Diagnostics& diagnostics)
        : descriptors_(descriptors),
          sources_(sources),
          diagnostics_(diagnostics) {}

    void check(const Plan& plan) {
        for_each_step(plan, [&](const Step& step, const std::vector<const Step*>& holders) {
            check(step, holders);
        });
        check_chain(plan.steps, true);
        check_variables();
    }

private:
    void check(const Step& step, const std::vector<const Step*>& holders) {
        const auto* loop = step.as<Loop>();
        if (loop != nullptr && loop->count == 0 && !step.steps.empty())
            diagnostics_.add(never_runs, step.span, {step.id});
        if (step.as<Delay>() != nullptr && step.on_fail.is_written)
            diagnostics_.add(
                without_effect, step.on_fail.span, {"on_fail", step.id, "a delay always passes"}
            );
        const auto* action = step.as<Action>();
        if (action == nullptr) return;
        check_selector(step, *action, holders);
        for_each_reference(*action, [&](const Reference& reference) {
            if (!reference.path.empty()) read_.insert(reference.path.back());
        });
    }

    void check_selector(
        const Step& step, const Action& action, const std::vector<const Step*>& holders
    ) {
        if (!action.selector) return;
        const bool is_in_component =
            !holders.empty() && holders.front()->as<Component>() != nullptr;
        const auto* call = std::get_if<PluginCall>(&action.program);
        bool is_used = call != nullptr && call->action != "promise";
        for_each_reference(action, [&](const Reference& reference) {
            const std::string name = reference.path.size() == 1 ? reference.path.front() : "";
            is_used = is_used || name == "id" || name == "ipaddr";
        });
        const std::string_view why = !is_in_component ? "it is not in a component"
                                     : !is_used       ? "neither .id nor .ipaddr is used"
                                                      : std::string_view();
        if (!why.empty()) diagnostics_.add(without_effect, step.span, {"selector", step.id, why});
    }

    void check_chain(const Chain& chain, bool is_top) {
        if (const auto step = endless_step(chain, is_top))
            diagnostics_.add(endless_chain, chain[*step].span, {chain[*step].id});
        std::vector<const Step*> earlier; // promises of one type that follow each other
        for (const Step& step : chain) {
            check_chain(step.steps, false);
            const PluginCall* promise = promise_of(step);
            const bool continues = promise != nullptr && !earlier.empty() &&
                                   promise_of(*earlier.back())->plugin == promise->plugin &&
                                   earlier.back()->on_pass.label == Flow::Label::next &&
                                   earlier.back()->is_cleanup == step.is_cleanup;
            if (!continues) earlier.clear();
            if (promise == nullptr) continue;
            for (const Step* before : earlier)
                compare(*promise_of(*before), *promise, *step.span.source);
            earlier.push_back(&step);
        }
    }

    void compare(const PluginCall& before, const PluginCall& call, const SourceText& source) {
        const ObjectType* type = find_object_type(call.plugin);
        if (type == nullptr) return;
        const WrittenPromise first = written_promise(before, source);
        const WrittenPromise second = written_promise(call, source);
        const auto clash = find_clash(*type, first, second);
        if (!clash) return;
        const WrittenValue& wanted = clash->first->value;
        const WrittenValue& also = clash->second->value;
        diagnostics_
            .add(
                conflict,
                also.span,
                {clash->first->name, type->name, second.promiser, wanted.text, also.text}
            )
            .notes = {{"the other step", wanted.span}};
    }

    void check_variables() {
        for (const auto& [name, place] : descriptors_.declared)
            if (!is_read(name)) diagnostics_.add(unused_variable, place, {name});
    }

    bool is_read(const std::string& variable) const {
        return read_.contains(variable) || std::ranges::any_of(sources_, [&](const auto& source) {
                   return is_read_in(*source, variable);
               });
    }

    const Descriptors& descriptors_;
    const Sources& sources_;
    Diagnostics& diagnostics_;
    std::set<std::string> read_; ///< the last parts of all references
};

} // namespace

void lint(
    const Plan& plan,
    const Descriptors& descriptors,
    const Sources& sources,
    Diagnostics& diagnostics
) {
    PlanLint(descriptors, sources, diagnostics).check(plan);
}

} // namespace vow::skopos
