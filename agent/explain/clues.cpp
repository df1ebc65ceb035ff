#include "agent/explain/clues.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::array<std::string_view, 3> conditions = {"guard", "if", "unless"};

bool is_same_place(const Origin& one, const Origin& other) {
    return one.file == other.file && one.line == other.line && one.column == other.column;
}

} // namespace

std::string Clues::definer_at(const Origin& origin) const {
    if (origin.file.empty()) return {};
    for (const OutlinePart& part : outline_) {
        if (part.kind == OutlinePart::Kind::promise && is_same_place(part.origin, origin))
            return promise_text(part.type, part.name);
    }
    const Sighting* seen = last_at(origin);
    return seen == nullptr ? origin.bundle : promise_text(seen->type, seen->promiser);
}

const Sighting* Clues::last_at(const Origin& origin) const {
    const auto& all = recording_.sightings();
    const auto last = std::find_if(all.rbegin(), all.rend(), [&](const Sighting& sighting) {
        return is_same_place(sighting.origin, origin);
    });
    return last == all.rend() ? nullptr : &*last;
}

bool Clues::is_reached(const OutlinePart& promise) const {
    return std::ranges::any_of(recording_.scopes(), [&](const RecordedScope& scope) {
        return scope.name == promise.origin.bundle && scope.origin.file == promise.origin.file;
    });
}

bool Clues::is_in_a_condition(std::string_view name) const {
    return std::ranges::any_of(outline_, [&](const OutlinePart& part) {
        return std::ranges::any_of(part.conditions, [&](const OutlinePart::Condition& condition) {
            return std::ranges::any_of(condition.classes, [&](const std::string& one) {
                return without_default(one) == name;
            });
        });
    });
}

PolicyPlace Clues::begin_of(const PolicyPlace& place) const {
    PolicyPlace begin = place;
    begin.line = 0;
    for (const OutlinePart& part : outline_) {
        const bool is_before = part.origin.line <= place.line && part.origin.line > begin.line;
        if (is_before && place.is_in_file(part.origin.file)) begin.line = part.origin.line;
    }
    return begin.line == 0 ? place : begin;
}

std::vector<Data> Clues::hindrances(OutlinePart::Defines what, std::string_view name) const {
    std::vector<Data> reasons;
    for (const OutlinePart& part : outline_) {
        if (part.defines != what || part.name != name) continue;
        const Sighting* seen = last_at(part.origin);
        const std::string place = place_text(part.origin);
        if (seen != nullptr && seen->reason) {
            reasons.push_back(*seen->reason);
            std::ranges::move(
                causes_of(*seen->reason, seen->position), std::back_inserter(reasons)
            );
        } else if (is_reached(part)) {
            reasons.push_back(reason_from("never_defined", place, promise_text(part.type, name)));
        } else {
            reasons.push_back(reason_from("not_called", place, part.origin.bundle));
        }
    }
    return reasons;
}

std::vector<Data> Clues::causes_of(const Data& reason, std::size_t position) const {
    const std::string_view kind = reason.find("kind")->text();
    const Data* name = reason.find("name");
    if (name == nullptr) return {};
    if (std::ranges::find(conditions, kind) != conditions.end())
        return classes_in(name->text(), position);
    if (kind != "depends_on") return {};
    std::vector<Data> reasons;
    for (const OutlinePart& part : outline_) {
        if (part.origin.handle != name->text()) continue;
        const Sighting* seen = last_at(part.origin);
        if (seen != nullptr && seen->reason) reasons.push_back(*seen->reason);
    }
    return reasons;
}

/// One condition has the same classes wherever it is written.
std::vector<Data> Clues::classes_in(std::string_view condition, std::size_t position) const {
    const OutlinePart::Condition* written = nullptr;
    for (const OutlinePart& part : outline_) {
        const auto found =
            std::ranges::find(part.conditions, condition, &OutlinePart::Condition::text);
        if (found != part.conditions.end()) written = &*found;
    }
    if (written == nullptr) return {};
    std::vector<Data> reasons;
    for (const std::string& each : written->classes) {
        const std::string_view name = without_default(each);
        const auto defined = std::ranges::find_if(recording_.classes(), [&](const Definition& one) {
            return one.position < position && without_default(one.name) == name;
        });
        if (const Cancellation* cancelled = last_cancellation(name, position)) {
            const std::string place = place_text(cancelled->origin);
            reasons.push_back(reason_from("cancelled_by", place, name, "not defined"));
        } else if (defined != recording_.classes().end()) {
            const std::string place = place_text(defined->origin);
            reasons.push_back(reason_from("defined_by", place, name, "defined"));
        } else if (facts_.is_class(name)) {
            reasons.push_back(reason_from("defined_by", {}, name, "defined"));
        } else {
            reasons.push_back(reason_from("never_defined", {}, name, "not defined"));
            std::ranges::move(possible_definers(name), std::back_inserter(reasons));
        }
    }
    return reasons;
}

const Cancellation*
Clues::last_cancellation(std::string_view class_name, std::size_t position) const {
    const auto last_of = [&](const auto& all) {
        const auto last = std::find_if(all.rbegin(), all.rend(), [&](const auto& one) {
            return one.position < position && without_default(one.name) == class_name;
        });
        return last == all.rend() ? nullptr : &*last;
    };
    const Cancellation* cancelled = last_of(recording_.cancellations());
    const Definition* defined = last_of(recording_.classes());
    const bool is_last =
        cancelled != nullptr && (defined == nullptr || defined->position < cancelled->position);
    return is_last ? cancelled : nullptr;
}

std::vector<Data> Clues::possible_definers(std::string_view class_name) const {
    std::vector<Data> reasons = expected_definers(class_name);
    return reasons.empty() ? withheld_definers(class_name) : reasons;
}

std::vector<Data> Clues::expected_definers(std::string_view class_name) const {
    std::vector<Data> reasons;
    for (const Expectation& expected : recording_.expectations()) {
        if (without_default(expected.class_name) != class_name) continue;
        const std::string place = place_text(expected.origin);
        reasons.push_back(
            reason_from("never_defined", place, expected.cause, "not repaired", "repaired")
        );
    }
    return reasons;
}

std::vector<Data> Clues::withheld_definers(std::string_view class_name) const {
    std::vector<Data> reasons;
    const auto add = [&](Data reason) {
        if (std::ranges::find(reasons, reason) == reasons.end())
            reasons.push_back(std::move(reason));
    };
    for (const Withholding& one : recording_.withholdings()) {
        if (without_default(one.class_name) != class_name) continue;
        const Sighting* seen = last_at(one.origin);
        add(reason_from(
            "never_defined",
            place_text(one.origin),
            seen ? promise_text(seen->type, seen->promiser) : definer_at(one.origin),
            text_of(one.now),
            text_of(one.needed)
        ));
    }
    return reasons;
}

std::vector<std::string_view> Clues::names() const {
    std::set<std::string_view> all;
    for (const Definition& one : recording_.classes())
        all.insert(without_default(one.name));
    for (const Definition& one : recording_.variables()) {
        all.insert(without_default(one.name));
        all.insert(without_bundle(without_default(one.name)));
    }
    for (const RecordedScope& one : recording_.scopes())
        all.insert(one.name);
    for (const Sighting& one : recording_.sightings())
        all.insert({one.promiser, one.origin.handle});
    for (const OutlinePart& one : outline_)
        all.insert({one.name, one.origin.handle});
    all.erase("");
    return {all.begin(), all.end()};
}

} // namespace vow::agent
