#include "agent/explain/explanation.h"

#include "agent/report/fact_text.h"
#include "policy/source/diagnostic.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace vow::agent {
namespace {

using Explanations = std::vector<Explanation>;

// --- classes ---

/// Why a class that nothing has defined is not; empty if nothing knows its name.
std::vector<Data> reasons_against(std::string_view name, const Clues& clues) {
    std::vector<Data> reasons = clues.hindrances("classes", name);
    std::ranges::move(clues.expected_definers(name), std::back_inserter(reasons));
    if (reasons.empty() && clues.is_in_a_condition(name))
        reasons.push_back(reason_from("never_defined", {}, {}));
    return reasons;
}

void add_class(std::string_view name, const Clues& clues, Explanations& all) {
    Explanation answer{.kind = "class", .name = std::string(name), .state = "defined"};
    for (const Definition& definition : clues.recording().classes()) {
        if (without_default(definition.name) != name) continue;
        const std::string place = place_text(definition.origin);
        if (answer.reasons.empty()) {
            answer.place = place;
            answer.pass = definition.origin.pass;
        }
        answer.reasons.push_back(
            reason_from("defined_by", place, clues.definer_at(definition.origin))
        );
    }
    if (answer.reasons.empty() && clues.facts().is_class(name))
        answer.reasons.push_back(reason_from("defined_by", {}, "this host"));
    if (answer.reasons.empty()) {
        answer.state = "not_defined";
        answer.reasons = reasons_against(name, clues);
    }
    if (!answer.reasons.empty()) all.push_back(std::move(answer));
}

// --- variables ---

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

void add_fact(std::string_view name, const Clues& clues, Explanations& all) {
    constexpr std::string_view facts = "sys.";
    if (!name.starts_with(facts)) return;
    const Fact* fact = clues.facts().find(name.substr(facts.size()));
    if (fact == nullptr) return;
    all.push_back(
        {.kind = "variable",
         .name = std::string(name),
         .state = "defined",
         .value = text_of(*fact),
         .reasons = {reason_from("defined_by", {}, "this host")}}
    );
}

void add_variables(std::string_view name, const Clues& clues, Explanations& all) {
    const std::vector<ValueHistory> histories = histories_of(name, clues.recording());
    for (const ValueHistory& history : histories)
        all.push_back(explained(history, clues));
    if (!histories.empty()) return;
    add_fact(name, clues, all);
    std::vector<Data> reasons = clues.hindrances("vars", without_bundle(name));
    if (reasons.empty()) return;
    all.push_back(
        {.kind = "variable",
         .name = std::string(name),
         .state = "not_defined",
         .reasons = std::move(reasons)}
    );
}

// --- scopes ---

/// Why promises of a scope are not kept, each reason once.
std::vector<Data> reasons_in(ScopeId scope, const Recording& recording) {
    std::vector<Data> reasons;
    for (const Sighting& sighting : recording.sightings()) {
        if (sighting.origin.scope != scope || !sighting.reason) continue;
        if (sighting.reason->find("kind")->text() == "repeated") continue;
        const bool is_known = std::ranges::any_of(reasons, [&](const Data& known) {
            return json_text(known) == json_text(*sighting.reason);
        });
        if (!is_known) reasons.push_back(*sighting.reason);
    }
    return reasons;
}

/// Whether a scope itself was skipped, as a resource can be.
bool is_skipped(const RecordedScope& scope, const Recording& recording) {
    return std::ranges::any_of(recording.sightings(), [&](const Sighting& one) {
        return one.result == "skipped" && one.origin.scope == scope.scope &&
               place_text(one.origin) == place_text(scope.origin);
    });
}

/// That of the worst of its promises; a scope alone does not know what a run would repair.
std::string state_of(const RecordedScope& scope, const Recording& recording) {
    if (is_skipped(scope, recording)) return "skipped";
    constexpr std::array<std::string_view, 3> worst = {
        "not_kept", "cannot_be_told", "would_repair"};
    for (const std::string_view state : worst) {
        const bool has_one = std::ranges::any_of(recording.sightings(), [&](const Sighting& one) {
            return one.result == state && recording.is_within(one.origin.scope, scope.scope);
        });
        if (has_one) return std::string(state);
    }
    return scope.result ? std::string(text_of(*scope.result)) : "unfinished";
}

void add_scopes(const Question& question, const Clues& clues, Explanations& all) {
    const auto is_meant = [&](std::string_view kind, std::string_view name, const Origin& origin) {
        return question.is_about(kind) && (name == question.name || question.place.is_at(origin));
    };
    const std::size_t before = all.size();
    for (const RecordedScope& scope : clues.recording().scopes()) {
        if (!is_meant(scope.kind, scope.name, scope.origin)) continue;
        all.push_back(
            {.kind = scope.kind,
             .name = scope.name,
             .state = state_of(scope, clues.recording()),
             .place = place_text(scope.origin),
             .reasons = reasons_in(scope.scope, clues.recording())}
        );
    }
    if (all.size() > before) return;
    for (const OutlinePart& part : clues.outline()) {
        if (part.kind != OutlinePart::Kind::scope) continue;
        if (!is_meant(part.type, part.name, part.origin)) continue;
        const std::string place = place_text(part.origin);
        all.push_back(
            {.kind = part.type,
             .name = part.name,
             .state = "not_called",
             .place = place,
             .reasons = {reason_from("not_called", place, part.name)}}
        );
    }
}

// --- promises ---

bool is_told(const Explanations& all, const std::string& place) {
    return std::ranges::any_of(all, [&](const Explanation& one) {
        return one.place == place || std::ranges::any_of(one.reasons, [&](const Data& reason) {
                   const Data* its_place = reason.find("place");
                   return its_place != nullptr && its_place->text() == place;
               });
    });
}

Explanation explained(const Sighting& sighting, const Clues& clues) {
    Explanation answer{
        .kind = "promise",
        .name = promise_text(sighting.type, sighting.promiser),
        .state = sighting.result,
        .place = place_text(sighting.origin),
        .pass = sighting.origin.pass};
    if (!sighting.reason) return answer;
    answer.reasons = clues.causes_of(*sighting.reason, sighting.position);
    answer.reasons.insert(answer.reasons.begin(), *sighting.reason);
    return answer;
}

/// Passes repeat a promise: it is what became of it, not that another pass skipped it.
void replace_or_add(const Sighting& sighting, std::vector<const Sighting*>& found) {
    for (const Sighting*& known : found) {
        const bool is_same = known->promiser == sighting.promiser &&
                             place_text(known->origin) == place_text(sighting.origin);
        if (!is_same) continue;
        if (sighting.result != "skipped" || known->result == "skipped") known = &sighting;
        return;
    }
    found.push_back(&sighting);
}

/// Promises of which the run has sent no event: their bundle was not called, or the language keeps
/// them by itself.
Explanation explained(const OutlinePart& part, const Clues& clues) {
    const std::string place = place_text(part.origin);
    Explanation answer{
        .kind = "promise",
        .name = promise_text(part.type, part.name),
        .state = "evaluated",
        .place = place};
    if (clues.is_reached(part)) return answer;
    answer.state = "not_called";
    answer.reasons.push_back(reason_from("not_called", place, part.origin.bundle));
    return answer;
}

void add_promises(const Question& question, const Clues& clues, Explanations& all) {
    const PolicyPlace place = clues.begin_of(question.place);
    const auto is_meant = [&](std::string_view type, std::string_view promiser, const Origin& origin
                          ) {
        const bool is_named = std::ranges::any_of(
            std::array<std::string_view, 3>{type, promiser, origin.handle},
            [&](std::string_view name) { return name == question.name; }
        );
        return is_named || place.is_at(origin);
    };
    std::vector<const OutlinePart*> written;
    for (const OutlinePart& part : clues.outline()) {
        const bool is_promise = part.kind == OutlinePart::Kind::promise;
        if (is_promise && is_meant(part.type, part.name, part.origin)) written.push_back(&part);
    }
    std::vector<const Sighting*> found;
    for (const Sighting& sighting : clues.recording().sightings()) {
        const bool is_written = std::ranges::any_of(written, [&](const OutlinePart* part) {
            return place_text(part->origin) == place_text(sighting.origin);
        });
        if (is_written || is_meant(sighting.type, sighting.promiser, sighting.origin))
            replace_or_add(sighting, found);
    }
    Explanations promises;
    for (const Sighting* sighting : found) {
        if (!is_told(all, place_text(sighting->origin)))
            promises.push_back(explained(*sighting, clues));
    }
    for (const OutlinePart* part : written) {
        const std::string at = place_text(part->origin);
        if (!is_told(all, at) && !is_told(promises, at))
            promises.push_back(explained(*part, clues));
    }
    std::ranges::move(promises, std::back_inserter(all));
}

} // namespace

Explanations explain(std::string_view what, const Clues& clues) {
    const Question question = Question::from(what);
    Explanations all;
    if (question.is_about("class")) add_class(question.name, clues, all);
    if (question.is_about("variable")) add_variables(question.name, clues, all);
    add_scopes(question, clues, all);
    if (question.is_about("promise")) add_promises(question, clues, all);
    return all;
}

std::string suggestion_for(std::string_view what, const Clues& clues) {
    return did_you_mean(Question::from(what).name, clues.names());
}

} // namespace vow::agent
