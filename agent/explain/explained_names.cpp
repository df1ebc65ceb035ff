#include "agent/explain/explanation.h"
#include "protocol/data/conversion.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace vow::agent {

// --- classes ---

namespace {

/// Why a class that nothing has defined is not; empty if nothing knows its name.
std::vector<Data> reasons_against(std::string_view name, const Clues& clues) {
    std::vector<Data> reasons = clues.hindrances(OutlinePart::Defines::class_, name);
    std::ranges::move(clues.possible_definers(name), std::back_inserter(reasons));
    if (reasons.empty() && clues.is_in_a_condition(name))
        reasons.push_back(reason_from("never_defined", {}, {}));
    return reasons;
}

} // namespace

std::vector<Explanation> explain_class(std::string_view name, const Clues& clues) {
    Explanation answer{.kind = "class", .name = std::string(name), .state = "defined"};
    for (const Definition& definition : clues.recording().classes()) {
        if (without_default(definition.name) != name) continue;
        const std::string place = place_text(definition.origin);
        if (answer.reasons.empty()) {
            answer.place = place;
            answer.pass = definition.origin.pass;
        }
        Data reason = reason_from("defined_by", place, clues.definer_at(definition.origin));
        // A class that was cancelled is defined again by the same promise, in each pass.
        if (answer.reasons.empty() || answer.reasons.back() != reason)
            answer.reasons.push_back(std::move(reason));
    }
    if (const Cancellation* last = clues.last_cancellation(name, clues.recording().size())) {
        const std::string place = place_text(last->origin);
        answer.state = "not_defined";
        answer.reasons.push_back(reason_from("cancelled_by", place, clues.definer_at(last->origin))
        );
    }
    if (answer.reasons.empty() && clues.facts().is_class(name))
        answer.reasons.push_back(reason_from("defined_by", {}, "this host"));
    if (answer.reasons.empty()) {
        answer.state = "not_defined";
        answer.reasons = reasons_against(name, clues);
    }
    if (answer.reasons.empty()) return {};
    return {std::move(answer)};
}

// --- variables ---

namespace {

/// The value that was defined last, and those of other promises before it.
struct ValueHistory {
    std::string name;
    std::vector<const Definition*> by_place; ///< the last of each promise; the newest at the end

    void add(const Definition& definition) {
        const std::string place = place_text(definition.origin);
        std::erase_if(by_place, [&](const Definition* one) {
            return place_text(one->origin) == place;
        });
        by_place.push_back(&definition);
    }
};

std::vector<ValueHistory> histories_of(std::string_view name, const Recording& recording) {
    std::vector<ValueHistory> all;
    for (const Definition& definition : recording.variables()) {
        if (!names_variable(definition.name, name)) continue;
        auto known = std::ranges::find(all, definition.name, &ValueHistory::name);
        if (known == all.end()) known = all.insert(all.end(), {definition.name, {}});
        known->add(definition);
    }
    return all;
}

Explanation explained(const ValueHistory& history, const Clues& clues) {
    const Definition& last = *history.by_place.back();
    const std::string place = place_text(last.origin);
    Explanation answer{
        .kind = "variable",
        .name = std::string(without_default(history.name)),
        .state = "defined",
        .value = last.value,
        .place = place,
        .pass = last.origin.pass};
    answer.reasons.push_back(reason_from("defined_by", place, clues.definer_at(last.origin)));
    for (const Definition* other : history.by_place) {
        if (other == &last) continue;
        answer.reasons.push_back(reason_from("overridden", place_text(other->origin), other->value)
        );
    }
    return answer;
}

/// A fact of the host: "sys.arch".
std::optional<Explanation> explained_fact(std::string_view name, const Clues& clues) {
    constexpr std::string_view facts = "sys.";
    if (!name.starts_with(facts)) return std::nullopt;
    const Fact* fact = clues.facts().find(name.substr(facts.size()));
    if (fact == nullptr) return std::nullopt;
    return Explanation{
        .kind = "variable",
        .name = std::string(name),
        .state = "defined",
        .value = text_of(*fact),
        .reasons = {reason_from("defined_by", {}, "this host")}};
}

} // namespace

std::vector<Explanation> explain_variables(std::string_view name, const Clues& clues) {
    std::vector<Explanation> all;
    for (const ValueHistory& history : histories_of(name, clues.recording()))
        all.push_back(explained(history, clues));
    if (!all.empty()) return all;
    if (auto fact = explained_fact(name, clues)) return {*std::move(fact)};
    std::vector<Data> reasons =
        clues.hindrances(OutlinePart::Defines::variable, without_bundle(name));
    if (reasons.empty()) return {};
    return {
        {.kind = "variable",
         .name = std::string(name),
         .state = "not_defined",
         .reasons = std::move(reasons)}};
}

} // namespace vow::agent
