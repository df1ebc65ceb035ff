#include "policy/skopos/run/run_setup.h"

#include "policy/run/guarded.h"
#include "policy/run/usage_error.h"
#include "policy/source/diagnostic.h"

#include <algorithm>

namespace vow::skopos {
namespace {

Data described_instances(const RunSetup& setup, ActionRunner& actions, RunReport& report) {
    const Descriptors& descriptors = setup.head.descriptors;
    if (const Data* listed = descriptors.instances()) return *listed;
    const std::string plugin(descriptors.core_plugin());
    if (setup.is_dry || plugin.empty()) return {};
    const auto describe = [&] {
        const Instances none;
        Data described = actions.describe(
            {.descriptors = descriptors, .instances = none, .project = setup.project}
        );
        if (described.kind() == Data::Kind::null)
            report.log(LogLevel::warning, "no core plugin '" + plugin + "'");
        return described;
    };
    return guarded(describe, [&](const std::string& reason) -> Data {
        throw StepFailure("core plugin '" + plugin + "' failed: " + reason);
    });
}

} // namespace

Instances first_instances(const RunSetup& setup, ActionRunner& actions, RunReport& report) {
    Instances instances;
    const Data described = described_instances(setup, actions, report);
    for (const auto& [component, listed] : described.members())
        instances.replace(component, Selector::old_ones, listed);
    return instances;
}

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
            throw UsageError(with_hint("'" + gate + "' is not a gate of this plan", hint));
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
