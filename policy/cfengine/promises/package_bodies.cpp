#include "policy/cfengine/promises/package_bodies.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

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
        const auto* use = std::get_if<BodyUse>(&promised->node);
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

void complete_module(PromiseRound& round, Attributes& attributes) {
    const auto key = key_of_module(round);
    if (!key) return;
    const Evaluation made = round.expander().body({*key, {}});
    if (made.data() == nullptr) return;
    std::vector<Data::Member> members = made.data()->members();
    if (made.data()->find("module_path") == nullptr)
        members.emplace_back("module_path", Data::string(usual_program(round.run(), *key)));
    attributes.set("package_module", Data::object(std::move(members)));
}

} // namespace

void complete_package_bodies(PromiseRound& round, Attributes& attributes) {
    const bool for_method = std::ranges::any_of(of_method, [&](std::string_view name) {
        return round.statement().find(name) != nullptr;
    });
    if (!for_method) complete_module(round, attributes);
    if (attributes.find("package_module") || attributes.find("package_method")) return;
    const auto generic = defined_body(round.run(), "package_method", "generic");
    const Evaluation made = generic ? round.expander().body({*generic, {}}) : Evaluation();
    if (made.data()) attributes.set("package_method", *made.data());
}

} // namespace vow::cfengine
