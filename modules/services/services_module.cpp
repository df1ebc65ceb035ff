#include "modules/makers.h"
#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/text.h"
#include "modules/services/service_system.h"
#include "protocol/text/name_grammar.h"

#include <vector>

namespace vow::modules {
namespace {

PromiseTypeDescription services_type() {
    PromiseTypeDescription type{
        .name = "services",
        .summary = "services that run, stand still, and are started at boot",
        .promiser_summary = "the service",
        .promiser_pattern = std::string(names::unit.pattern),
    };
    type.attributes = {
        {.name = "service_policy",
         .fallback = Data::string("start"),
         .choices = {names::service_policies.begin(), names::service_policies.end()},
         .summary = "start and enable, stop and disable, or one of the others alone; restart and "
                    "reload act on every run"},
        {.name = "system",
         .choices = {"systemd", "init"},
         .summary = "what starts services; by default what runs this machine"},
        {.name = "executable",
         .fallback = Data::string("systemctl"),
         .pattern = "[^-].*",
         .summary = "the systemctl program"},
        {.name = "init_directory",
         .fallback = Data::string("/etc/init.d"),
         .pattern = "/.*",
         .summary = "the folder of the init scripts"},
    };
    type.examples = {"services:\n  \"ssh\"\n    service_policy => \"start\";"};
    return type;
}

/// A step towards a policy, in words: before and after it was made; the service follows.
struct ServiceStep {
    std::string_view verb;
    std::string_view to_do;
    std::string_view done;
    bool (*is_needed)(const ServiceState& found);
};

bool always(const ServiceState& /*found*/) {
    return true;
}

constexpr ServiceStep enable{
    "enable", "enable", "Enabled", [](const ServiceState& found) { return !found.is_enabled; }};
constexpr ServiceStep disable{
    "disable", "disable", "Disabled", [](const ServiceState& found) { return found.is_enabled; }};
constexpr ServiceStep start{
    "start", "start", "Started", [](const ServiceState& found) { return !found.runs; }};
constexpr ServiceStep stop{
    "stop", "stop", "Stopped", [](const ServiceState& found) { return found.runs; }};
constexpr ServiceStep restart{"restart", "restart", "Restarted", always};
constexpr ServiceStep reload{
    "reload", "reload", "Reloaded", [](const ServiceState& found) { return found.runs; }};

/// The steps of a policy, like those of the reference's `standard_services`: what is started is
/// started at boot, too.
std::vector<ServiceStep> steps_to(std::string_view policy) {
    if (policy == "start") return {enable, start};
    if (policy == "stop") return {disable, stop};
    for (const ServiceStep& alone : {restart, reload, enable, disable}) {
        if (alone.verb == policy) return {alone};
    }
    return {};
}

/// Keeps `services` promises that no bundle of the policy keeps: whether a service runs and is
/// started at boot, by systemd or, where it does not run, by the init script of the service.
class ServicesModule : public DescribedModule {
public:
    ServicesModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace

ServicesModule::ServicesModule() : DescribedModule(services_type(), "unit") {}

Outcome ServicesModule::keep(const Promise& promise, Record& record, Log& log) {
    const Settings settings(promise.attributes);
    const std::string& service = promise.promiser;
    const auto system = service_system(promise, settings, log);
    const auto answer = system->state_of(service);
    if (const auto* problem = std::get_if<std::string>(&answer)) {
        record.missing(*problem);
        return {};
    }
    const auto& found = std::get<ServiceState>(answer);
    for (const ServiceStep& step : steps_to(settings.text_or("service_policy", ""))) {
        if (!step.is_needed(found)) continue;
        const std::string what = text({step.to_do, " service '", service, "'"});
        if (!record.allows({.what = what, .path = service})) continue;
        const ToolRun ran = system->apply(step.verb, service);
        if (!ran.succeeded) {
            record.failed(text({"Cannot ", what, ": ", ran.problem}));
            return {};
        }
        record.repaired(text({step.done, " service '", service, "'"}));
    }
    if (record.verdicts().empty()) record.kept(text({"Service '", service, "' is as promised"}));
    return {};
}

std::unique_ptr<Module> make_services_module() {
    return std::make_unique<ServicesModule>();
}

} // namespace vow::modules
