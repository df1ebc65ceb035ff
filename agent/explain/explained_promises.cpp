#include "agent/explain/explanation.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace vow::agent {

// --- scopes ---

namespace {

/// Why promises of a scope are not kept, each reason once.
std::vector<Data> reasons_in(ScopeId scope, const Recording& recording) {
    std::vector<Data> reasons;
    std::unordered_set<std::string> known;
    for (const Sighting& sighting : recording.sightings()) {
        if (sighting.origin.scope != scope || !sighting.reason) continue;
        if (sighting.reason->find("kind")->text() == "repeated") continue;
        if (known.insert(json_text(*sighting.reason)).second) reasons.push_back(*sighting.reason);
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

} // namespace

std::vector<Explanation> explain_scopes(const Question& question, const Clues& clues) {
    const auto is_meant = [&](std::string_view kind, std::string_view name, const Origin& origin) {
        return question.is_about(kind) && (name == question.name || question.place.is_at(origin));
    };
    std::vector<Explanation> all;
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
    if (!all.empty()) return all;
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
    return all;
}

// --- promises ---

namespace {

using PlaceNames = std::unordered_set<std::string>;

/// The places that explanations and their reasons name.
PlaceNames places_of(const std::vector<Explanation>& explanations) {
    PlaceNames places;
    for (const Explanation& one : explanations) {
        places.insert(one.place);
        for (const Data& reason : one.reasons) {
            if (const Data* place = reason.find("place")) places.emplace(place->text());
        }
    }
    return places;
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

/// Of a promise of which the run has sent no event: its bundle was not called, or the language
/// keeps it by itself.
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

/// The sightings that count. Passes repeat a promise: a result wins over a pass that skipped it.
class LastSightings {
public:
    void add(const Sighting& sighting) {
        const std::string name = place_text(sighting.origin) + " " + sighting.promiser;
        const auto [known, is_new] = positions_.try_emplace(name, all_.size());
        if (is_new) return all_.push_back(&sighting);
        const Sighting*& before = all_[known->second];
        if (sighting.result != "skipped" || before->result == "skipped") before = &sighting;
    }
    const std::vector<const Sighting*>& all() const { return all_; }

private:
    std::vector<const Sighting*> all_; ///< in the order of the first of each promise
    std::unordered_map<std::string, std::size_t> positions_;
};

} // namespace

std::vector<Explanation> explain_promises(
    const Question& question, const Clues& clues, const std::vector<Explanation>& explained_before
) {
    const PolicyPlace place = clues.begin_of(question.place);
    const auto is_meant = [&](std::string_view type, std::string_view promiser, const Origin& origin
                          ) {
        return type == question.name || promiser == question.name ||
               origin.handle == question.name || place.is_at(origin);
    };
    PlaceNames written;
    for (const OutlinePart& part : clues.outline()) {
        const bool is_promise = part.kind == OutlinePart::Kind::promise;
        if (is_promise && is_meant(part.type, part.name, part.origin))
            written.insert(place_text(part.origin));
    }
    LastSightings found;
    for (const Sighting& sighting : clues.recording().sightings()) {
        const bool is_written = written.contains(place_text(sighting.origin));
        if (is_written || is_meant(sighting.type, sighting.promiser, sighting.origin))
            found.add(sighting);
    }
    std::vector<Explanation> all;
    const PlaceNames told = places_of(explained_before);
    for (const Sighting* sighting : found.all()) {
        const std::string at = place_text(sighting->origin);
        written.erase(at);
        if (!told.contains(at)) all.push_back(explained(*sighting, clues));
    }
    for (const OutlinePart& part : clues.outline()) {
        const std::string at = place_text(part.origin);
        const bool is_promise = part.kind == OutlinePart::Kind::promise;
        if (is_promise && written.contains(at) && !told.contains(at))
            all.push_back(explained(part, clues));
    }
    return all;
}

} // namespace vow::agent
