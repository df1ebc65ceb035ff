#include "policy/run/usage_error.h"
#include "policy/skopos/run/interpreter.h"
#include "policy/source/diagnostic.h"

#include <algorithm>

namespace vow::skopos {

GateAnswers::GateAnswers(const std::vector<Settings::Answer>& answers, const Plan& plan) {
    std::vector<std::string_view> gates;
    for_each_step(plan, [&](const Step& step, const std::vector<const Step*>&) {
        if (step.as<Gate>() != nullptr) gates.push_back(step.id);
    });
    for (const auto& [gate, is_approval] : answers) {
        if (gate == "*") {
            all_ = is_approval;
        } else if (std::ranges::find(gates, gate) != gates.end()) {
            answers_[gate].push_back(is_approval);
        } else {
            const std::string hint = did_you_mean(gate, gates);
            throw UsageError(
                "'" + gate + "' is not a gate of this plan" + (hint.empty() ? "" : "; " + hint)
            );
        }
    }
}

std::optional<bool> GateAnswers::take(const std::string& gate) {
    const auto found = answers_.find(gate);
    if (found == answers_.end()) return all_;
    if (found->second.empty()) return std::nullopt;
    const bool answer = found->second.front();
    found->second.pop_front();
    return answer;
}

} // namespace vow::skopos
