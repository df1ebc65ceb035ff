#include "policy/skopos/run/first_instances.h"

#include "policy/run/guarded.h"

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

} // namespace vow::skopos
