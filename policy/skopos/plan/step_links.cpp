#include "policy/skopos/plan/plan_reader.h"

#include <algorithm>
#include <map>

namespace vow::skopos {
namespace {

constexpr DiagnosticKind unknown_step{"unknown-step", "no step has the id '{}'"};
constexpr DiagnosticKind step_out_of_reach{
    "step-out-of-reach", "step '{}' is in the chain of {}, not in that of this step"};

class StepLinks {
public:
    StepLinks(const Plan& plan, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
        for_each_step(plan, [&](const Step& step, const std::vector<const Step*>& holders) {
            holders_.emplace(step.id, holders.empty() ? nullptr : holders.back());
            if (!step.id.empty()) ids_.push_back(step.id);
        });
    }

    void link(Chain& chain) {
        std::map<std::string_view, std::size_t> positions;
        for (std::size_t at = 0; at < chain.size(); ++at)
            positions.emplace(chain[at].id, at);
        for (Step& step : chain) {
            link(step.on_pass, positions);
            link(step.on_fail, positions);
            link(step.steps);
        }
    }

private:
    void link(Flow& flow, const std::map<std::string_view, std::size_t>& positions) {
        if (flow.label != Flow::Label::step) return;
        const auto here = positions.find(flow.word);
        if (here != positions.end()) {
            flow.target = here->second;
            return;
        }
        const auto elsewhere = holders_.find(flow.word);
        if (elsewhere == holders_.end()) {
            const std::string hint = hints_.did_you_mean(flow.word, [this] { return ids_; });
            diagnostics_.add(unknown_step, flow.span, {flow.word}, hint);
            return;
        }
        const Step* holder = elsewhere->second;
        const std::string chain = holder == nullptr ? "the plan" : "step '" + holder->id + "'";
        diagnostics_.add(step_out_of_reach, flow.span, {flow.word, chain});
    }

    Diagnostics& diagnostics_;
    std::map<std::string_view, const Step*> holders_; ///< by id; null at the top
    std::vector<std::string_view> ids_;
    LimitedHints hints_;
};

} // namespace

std::size_t first_step(const Chain& chain) {
    const auto found = std::ranges::find(chain, false, &Step::is_left_out);
    return found == chain.end() ? 0 : static_cast<std::size_t>(found - chain.begin());
}

void link_steps(Plan& plan, Diagnostics& diagnostics) {
    StepLinks(plan, diagnostics).link(plan.steps);
    for_each_step(plan, [&](const Step& step, const std::vector<const Step*>&) {
        if (!step.is_holder()) ++plan.leaves;
    });
}

} // namespace vow::skopos
