#include "policy/cfengine/promises/bundle_call.h"
#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/promise_run.h"
#include "policy/cfengine/values/variable_name.h"

#include <algorithm>

// A service is kept by a bundle: the one of the promised `service_method`, the one named after the
// service, or `standard_services`. Without any of them the module of the type keeps it.
namespace vow::cfengine {
namespace {

/// The bundle for a service, and the values that it is called with.
struct ServiceBundle {
    std::string name;
    CallArguments arguments;
    bool is_promised = true; ///< by `service_method`
};

std::string service_policy(PromiseRound& round) {
    std::string policy = round.text("service_policy").value_or("");
    return policy.empty() ? "start" : policy;
}

void add_argument(CallArguments& arguments, const Data& item) {
    const bool is_data = item.is_container();
    std::string text = is_data ? json_text(item) : std::string(item.text());
    arguments.values.emplace_back(is_data ? Value::data(item) : Value::string(text));
    arguments.identities.push_back(std::move(text));
}

/// The bundle and the arguments, as Expander::evaluate() returns a use of a bundle.
ServiceBundle read_bundle_use(const Data& use) {
    ServiceBundle named;
    if (!use.is_container()) return {std::string(use.text()), {}};
    for (const Data& item : use.items()) {
        if (named.name.empty())
            named.name = item.text();
        else
            add_argument(named.arguments, item);
    }
    return named;
}

ServiceBundle bundle_for(PromiseRound& round, const Data& method, const std::string& policy) {
    if (const Data* use = method.find("service_bundle")) return read_bundle_use(*use);
    CallArguments arguments{
        .values = {Value::string(round.promiser()), Value::string(policy)},
        .identities = {round.promiser(), policy}};
    const std::string own = "service_" + canonified(round.promiser());
    const Bundle* bundle =
        round.run().program.find_bundle("agent", own, round.frame().bundle.name_space);
    return {bundle ? own : "default:standard_services", std::move(arguments), false};
}

/// The reference ends the run.
void reject_service(PromiseRound& round, const std::string& bundle) {
    RunState& run = round.run();
    if (run.control.manner.ends_at_missing_services) return reject_missing_bundle(round, bundle);
    if (run.expected.is_assumed() || !begin_once(round, round.identity({}))) return;
    run.log_at(
        round.statement().span,
        LogLevel::error,
        "Nothing keeps the service '" + round.promiser() + "': the bundle '" + bundle +
            "' is not defined"
    );
    conclude(round, {Verdict::not_kept});
}

bool depends_on_itself(PromiseRound& round) {
    const auto services = round.list("service_dependencies");
    return std::ranges::find(services, round.promiser()) != services.end();
}

} // namespace

void run_service(PromiseRound& round) {
    RunState& run = round.run();
    if (depends_on_itself(round)) {
        return run.log(
            LogLevel::error, "Service promiser '" + round.promiser() + "' has itself as dependency"
        );
    }
    const std::string policy = service_policy(round);
    const Bindings bindings = {{"this.service_policy", policy}};
    const auto bound = round.expander().bind(bindings);
    const Data method = round.body("service_method");
    const Data* type = method.find("service_type");
    if (type && type->text() == "windows") {
        if (run.expected.is_assumed() || !begin_once(round, round.identity({}))) return;
        return run.log(LogLevel::info, "Service type windows not supported on this platform.");
    }
    ServiceBundle named = bundle_for(round, method, policy);
    const Bundle* bundle = find_callable(round, named.name);
    const bool has_module = !named.is_promised && !run.control.manner.ends_at_missing_services;
    if (bundle == nullptr && has_module) return keep_service(round, policy);
    if (bundle == nullptr) return reject_service(round, named.name);
    if (!takes_arguments(run, *bundle, named.arguments.values.size()))
        return conclude(round, {Verdict::not_kept});
    keep_call(round, {std::move(named.name), *bundle, std::move(named.arguments)});
}

} // namespace vow::cfengine
