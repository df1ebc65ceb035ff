#include "policy/cfengine/promises/custom_type.h"

#include "policy/cfengine/vocabulary/syntax_table.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// The last clause of this name whose guard holds, expanded.
std::optional<std::string>
attribute_of(Expander& expander, const CustomType& custom, std::string_view name) {
    std::optional<std::string> text;
    for (const BodyClause& clause : custom.clauses) {
        if (clause.attribute.name != name) continue;
        if (!expander.run().classes.holds(expander.frame(), clause.guard.compiled)) continue;
        const Evaluation value = expander.evaluate(clause.attribute.value);
        if (value.text() && value.resolved) text = *value.text();
    }
    return text;
}

const PromiseType* failed(PromiseRound& round, const std::string& message) {
    round.run().log(LogLevel::error, message);
    return nullptr;
}

/// Logged once, with the place of the promise, when it is reached.
const PromiseType* refused(PromiseRound& round, const MissingType& missing) {
    const Span place = round.statement().span;
    round.run().log_once(
        LogLevel::error,
        std::string(missing.name) + " promise with promiser '" + round.promiser() +
            "' cannot be kept: " + std::string(missing.reason) + "; " +
            std::string(missing.alternative) + " (" + place.source->path() + ":" +
            std::to_string(place.position().line) + ")"
    );
    return nullptr;
}

const PromiseType* resolve(PromiseRound& round, const CustomType& custom) {
    auto type = resolve_type(round.expander(), custom);
    if (const auto* why = std::get_if<std::string>(&type)) return failed(round, *why);
    const auto [place, added] =
        round.run().promise_types.emplace(custom.name, std::get<PromiseType>(std::move(type)));
    return &place->second;
}

} // namespace

std::optional<PromiseType> place_of_module(Expander& expander, const CustomType& custom) {
    auto path = attribute_of(expander, custom, "path");
    if (!path) return std::nullopt;
    if (!path->starts_with("/")) *path = expander.run().absolute(custom.folder + "/" + *path);
    const auto interpreter = attribute_of(expander, custom, "interpreter");
    return PromiseType{custom.name, interpreter.value_or(""), *std::move(path)};
}

std::variant<PromiseType, std::string> resolve_type(Expander& expander, const CustomType& custom) {
    auto type = place_of_module(expander, custom);
    if (!type) return "Custom promise type '" + custom.name + "' missing path";
    RunState& run = expander.run();
    const auto exists = [&] { return run.world.host.may(Access::exists, type->path); };
    if (!exists()) run.pending.wait_for_all_pending(); // they may create it
    if (!exists()) return "Promise module '" + type->path + "' does not exist";
    return *std::move(type);
}

const PromiseType* promise_type_of(PromiseRound& round) {
    RunState& run = round.run();
    auto& known = run.promise_types;
    if (const auto found = known.find(round.type()); found != known.end()) return &found->second;
    const auto& customs = run.program.custom_types;
    if (const auto custom = customs.find(round.type()); custom != customs.end()) {
        return resolve(round, custom->second);
    }
    const std::string name(round.type());
    if (const PromiseType* found = run.world.catalogue.find(name)) return found;
    if (round.kind() == PromiseKind::custom)
        return failed(round, "Undefined promise type '" + name + "'");
    if (const MissingType* missing = find_missing_type(name)) return refused(round, *missing);
    return &known.emplace(name, PromiseType{name}).first->second;
}

} // namespace vow::cfengine
