#include "policy/cfengine/promises/module_attributes.h"
#include "policy/run/promise_call.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr std::string_view of_module[] = {"policy", "version", "architecture", "options"};
constexpr std::string_view of_method[] = {
    "package_policy",
    "package_version",
    "package_select",
    "package_architectures",
    "package_method"};

/// The key of a body in the default namespace; nullopt if it is not defined.
std::optional<std::string>
defined_body(RunState& run, std::string_view type, std::string_view name) {
    std::string key = definition_key(type, name, "default");
    return run.program.find_body(key) ? std::optional(std::move(key)) : std::nullopt;
}

std::optional<std::string> key_of_module(PromiseRound& round) {
    if (const Expression* promised = round.statement().find("package_module")) {
        const auto* use = boxed_if<BodyUse>(promised->node);
        return use ? std::optional(use->key) : std::nullopt;
    }
    RunState& run = round.run();
    return defined_body(run, "package_module", run.control.package_module);
}

std::string usual_program(RunState& run, std::string_view key) {
    const LookupResult work =
        run.variables.find(run.names().symbol("sys"), run.names().symbol("workdir"), {});
    const std::string* folder = work ? work.value().text() : nullptr;
    return (folder ? *folder : std::string()) + "/modules/packages/" +
           std::string(key.substr(key.rfind(':') + 1));
}

/// A body of a package module with its usual program, if it names none.
std::optional<Data> module_body(Expander& expander, const std::string& key) {
    const Evaluation made = expander.body({key, {}});
    if (made.data() == nullptr) return {};
    std::vector<Data::Member> members = made.data()->members();
    if (made.data()->find("module_path") == nullptr)
        members.emplace_back("module_path", Data::string(usual_program(expander.run(), key)));
    return Data::object(std::move(members));
}

void complete_module(PromiseRound& round, Attributes& attributes) {
    const auto key = key_of_module(round);
    auto body = key ? module_body(round.expander(), *key) : std::nullopt;
    if (body) attributes.set("package_module", *std::move(body));
}

/// The reference logs this each time it comes to a promise for a package method.
void warn_of_names_of_methods(PromiseRound& round) {
    RunState& run = round.run();
    for (const std::string_view name : {"name", "version", "arch", "firstrepo"}) {
        if (!run.variables.find(round.frame().bundle.qualified, run.names().symbol(name), {}))
            continue;
        run.log(
            LogLevel::warning,
            "$(" + std::string(name) +
                ") variable has a special meaning in packages promises. Things may not work as "
                "expected if it is already defined."
        );
    }
}

} // namespace

void complete_package_bodies(PromiseRound& round, Attributes& attributes) {
    const auto is_stated = [&](std::string_view name) {
        return round.statement().find(name) != nullptr;
    };
    const bool for_module = std::ranges::any_of(of_module, is_stated);
    const bool for_method = std::ranges::any_of(of_method, is_stated);
    if (for_method && !for_module && round.run().control.manner.uses_words_of_reference)
        warn_of_names_of_methods(round);
    if (!for_method) complete_module(round, attributes);
    if (attributes.find("package_module")) return;
    if (attributes.find("package_method")) {
        const bool is_older = std::ranges::count_if(of_method, is_stated) > 1;
        if (for_module && !is_older && round.run().control.manner.knows_no_package_manager)
            attributes.set("package_module", Data::object({}));
        return;
    }
    const auto generic =
        for_module ? std::nullopt : defined_body(round.run(), "package_method", "generic");
    const Evaluation made = generic ? round.expander().body({*generic, {}}) : Evaluation();
    if (made.data()) attributes.set("package_method", *made.data());
    const bool has_none = made.data() == nullptr;
    if (!has_none || !round.run().control.manner.knows_no_package_manager) return;
    attributes.set(for_module ? "package_module" : "package_method", Data::object({}));
}

void update_package_inventory(RunState& run, Frame& frame) {
    const std::string packages = "packages";
    const auto type = run.promise_types.emplace(packages, PromiseType{packages}).first;
    Expander expander(run, frame, nullptr);
    for (const std::string& name : run.control.package_inventory) {
        const auto key = defined_body(run, "package_module", name);
        auto body = key ? module_body(expander, *key) : std::nullopt;
        if (!body) {
            run.log(LogLevel::error, "Can not find body for package module: " + name);
            continue;
        }
        Promise promise{.type = &type->second, .promiser = name};
        promise.attributes.set("policy", "inventory");
        promise.attributes.set("package_module", *std::move(body));
        keep_part(run.world, std::move(promise));
    }
}

} // namespace vow::cfengine
