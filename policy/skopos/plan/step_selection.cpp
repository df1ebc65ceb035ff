#include "policy/skopos/plan/step_selection.h"

#include "policy/run/language.h"
#include "policy/run/policy_place.h"
#include "policy/run/written_promise.h"
#include "policy/skopos/plan/instance_use.h"
#include "policy/source/diagnostic.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace vow::skopos {
namespace {

/// A step and the steps that hold it, outermost first.
struct Part {
    Step* step;
    std::vector<std::size_t> holders; ///< positions among the parts
    enum class Role { left_out, needed, chosen } role = Role::left_out;
};

void collect(Chain& chain, const std::vector<std::size_t>& holders, std::vector<Part>& parts) {
    for (Step& step : chain) {
        std::vector<std::size_t> inner = holders;
        inner.push_back(parts.size());
        parts.push_back({&step, holders});
        collect(step.steps, inner, parts);
    }
}

/// The names of the kind of a step: its class, and its plugin or the type of its promise.
std::vector<std::string_view> types_of(const Step& step) {
    std::vector<std::string_view> types = {step.class_name()};
    const auto* action = step.as<Action>();
    if (action == nullptr) return types;
    const auto* call = std::get_if<PluginCall>(&action->program);
    if (call != nullptr) types.emplace_back(call->plugin);
    if (call == nullptr || call->action != "promise") types.emplace_back("commands");
    return types;
}

class StepSelector {
public:
    explicit StepSelector(Plan& plan) : plan_(plan) { collect(plan.steps, {}, parts_); }

    void choose(const std::string& what) {
        const PolicyPlace place = PolicyPlace::from(what);
        bool is_known = false;
        for (std::size_t at = 0; at < parts_.size(); ++at) {
            const Step& step = *parts_[at].step;
            const auto types = types_of(step);
            const bool is_meant = step.id == what || place.is_at(origin_at(step.span)) ||
                                  std::ranges::find(types, what) != types.end();
            if (!is_meant) continue;
            is_known = true;
            include(at, Part::Role::chosen);
        }
        if (is_known) return;
        const std::string nearest = did_you_mean(what, names());
        throw OptionError(
            "--only " + what + ": no step has this place, id or type" +
            (nearest.empty() ? "" : "; " + nearest)
        );
    }

    StepSelection finish() {
        while (!waiting_.empty()) {
            const std::size_t at = waiting_.back();
            waiting_.pop_back();
            follow(at);
        }
        leave_out_others();
        return listed();
    }

private:
    std::vector<std::string_view> names() const {
        std::vector<std::string_view> all;
        for (const Part& part : parts_) {
            all.emplace_back(part.step->id);
            const auto types = types_of(*part.step);
            all.insert(all.end(), types.begin(), types.end());
        }
        return all;
    }

    bool holds(std::size_t holder, std::size_t at) const {
        const auto& holders = parts_[at].holders;
        return std::ranges::find(holders, holder) != holders.end();
    }

    void include(std::size_t at, Part::Role role) {
        if (parts_[at].role >= role) return;
        parts_[at].role = role;
        waiting_.push_back(at);
        if (role != Part::Role::chosen) return;
        for (std::size_t inner = at + 1; inner < parts_.size() && holds(at, inner); ++inner)
            include(inner, role);
    }

    /// Includes all that a step depends on.
    void follow(std::size_t at) {
        for (const std::size_t holder : parts_[at].holders)
            include(holder, Part::Role::needed);
        const auto used = instances_used(*parts_[at].step);
        for (std::size_t earlier = 0; earlier < at; ++earlier) {
            const Step& step = *parts_[earlier].step;
            const bool is_gate = step.as<Gate>() != nullptr && !step.is_cleanup;
            if (is_gate || (makes_instances(step, used) && are_in_one_component(earlier, at)))
                include(earlier, Part::Role::needed);
        }
    }

    bool are_in_one_component(std::size_t one, std::size_t other) const {
        const Component* first = component_of(one);
        const Component* second = component_of(other);
        return first != nullptr && second != nullptr && first->name == second->name;
    }

    /// Null outside of components.
    const Component* component_of(std::size_t at) const {
        const auto& holders = parts_[at].holders;
        return holders.empty() ? nullptr : parts_[holders.front()].step->as<Component>();
    }

    void leave_out_others() {
        plan_.leaves = 0;
        for (Part& part : parts_) {
            part.step->is_left_out = part.role == Part::Role::left_out;
            if (!part.step->is_left_out && !part.step->is_holder()) ++plan_.leaves;
        }
        join(plan_.steps);
    }

    /// Leads the flow of a chain round the steps that are left out.
    static void join(Chain& chain) {
        const bool has_usual = std::ranges::any_of(chain, [](const Step& step) {
            return !step.is_left_out && !step.is_cleanup;
        });
        for (std::size_t at = 0; at < chain.size(); ++at) {
            Step& step = chain[at];
            if (step.is_left_out) continue;
            step.is_cleanup = step.is_cleanup && has_usual; // alone they are usual steps
            if (leads_out(step.on_fail, chain)) step.on_fail.label = Flow::Label::fail;
            // Forward, the run passes over them; back, it would come here again.
            if (leads_out(step.on_pass, chain) && step.on_pass.target <= at)
                step.on_pass.label = Flow::Label::next;
            join(step.steps);
        }
    }

    static bool leads_out(const Flow& flow, const Chain& chain) {
        return flow.label == Flow::Label::step && chain[flow.target].is_left_out;
    }

    StepSelection listed() const {
        StepSelection selection;
        for (const Part& part : parts_) {
            const Origin origin = origin_at(part.step->span);
            const std::string name = "step '" + part.step->id + "' (" + origin.file + ":" +
                                     std::to_string(origin.line) + ")";
            if (part.role == Part::Role::chosen) selection.chosen.push_back(name);
            if (part.role == Part::Role::needed) selection.needed.push_back(name);
        }
        return selection;
    }

    Plan& plan_;
    std::vector<Part> parts_;
    std::vector<std::size_t> waiting_; ///< included, but not followed yet
};

} // namespace

StepSelection select_steps(Plan& plan, std::span<const std::string> only) {
    StepSelector selector(plan);
    for (const std::string& what : only)
        selector.choose(what);
    return selector.finish();
}

} // namespace vow::skopos
