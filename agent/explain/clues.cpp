#include "agent/explain/clues.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::string_view letters_of_classes =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:";
constexpr std::array<std::string_view, 3> conditions = {"guard", "if", "unless"};

bool is_same_place(const Origin& one, const Origin& other) {
    return one.file == other.file && one.line == other.line && one.column == other.column;
}

/// The classes that an expression names; empty if parts of it are computed.
std::vector<std::string_view> classes_of(std::string_view expression) {
    std::vector<std::string_view> names;
    const bool is_quoted = expression.size() > 1 && expression.find_first_of("\"'") == 0 &&
                           expression.front() == expression.back();
    if (is_quoted) expression = expression.substr(1, expression.size() - 2);
    if (expression.find_first_of("$@\"'{") != expression.npos) return names;
    while (true) {
        const std::size_t begin = expression.find_first_of(letters_of_classes);
        expression.remove_prefix(std::min(begin, expression.size()));
        if (expression.empty()) return names;
        const std::string_view name =
            expression.substr(0, expression.find_first_not_of(letters_of_classes));
        expression.remove_prefix(name.size());
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
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
        return std::ranges::any_of(part.conditions, [&](const std::string& condition) {
            const std::vector<std::string_view> classes = classes_of(condition);
            return std::ranges::find(classes, name) != classes.end();
        });
    });
}

PolicyPlace Clues::begin_of(const PolicyPlace& place) const {
    PolicyPlace begin = place;
    begin.line = 0;
    for (const OutlinePart& part : outline_) {
        const bool is_before = part.origin.line <= place.line && part.origin.line > begin.line;
        if (is_before && place.is_in_file_of(part.origin)) begin.line = part.origin.line;
    }
    return begin.line == 0 ? place : begin;
}

std::vector<Data> Clues::hindrances(std::string_view type, std::string_view name) const {
    std::vector<Data> reasons;
    for (const OutlinePart& part : outline_) {
        const bool is_promise = part.kind == OutlinePart::Kind::promise;
        if (!is_promise || part.type != type || part.name != name) continue;
        const Sighting* seen = last_at(part.origin);
        const std::string place = place_text(part.origin);
        if (seen != nullptr && seen->reason) {
            reasons.push_back(*seen->reason);
            std::ranges::move(
                causes_of(*seen->reason, seen->position), std::back_inserter(reasons)
            );
        } else if (is_reached(part)) {
            reasons.push_back(reason_from("never_defined", place, promise_text(type, name)));
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

std::vector<Data> Clues::classes_in(std::string_view guard, std::size_t position) const {
    std::vector<Data> reasons;
    for (const std::string_view name : classes_of(guard)) {
        const auto defined = std::ranges::find_if(recording_.classes(), [&](const Definition& one) {
            return one.position < position && without_default(one.name) == without_default(name);
        });
        if (defined != recording_.classes().end()) {
            const std::string place = place_text(defined->origin);
            reasons.push_back(reason_from("defined_by", place, name, "defined"));
        } else if (facts_.is_class(name)) {
            reasons.push_back(reason_from("defined_by", {}, name, "defined"));
        } else {
            reasons.push_back(reason_from("never_defined", {}, name, "not defined"));
            std::ranges::move(expected_definers(name), std::back_inserter(reasons));
        }
    }
    return reasons;
}

std::vector<Data> Clues::expected_definers(std::string_view class_name) const {
    std::vector<Data> reasons;
    for (const Expectation& expected : recording_.expectations()) {
        if (without_default(expected.class_name) != without_default(class_name)) continue;
        const std::string place = place_text(expected.origin);
        reasons.push_back(
            reason_from("never_defined", place, expected.cause, "not repaired", "repaired")
        );
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
