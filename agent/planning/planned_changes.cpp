#include "agent/planning/planned_changes.h"

#include "agent/report/change_text.h"
#include "protocol/promise/change.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::agent {
namespace {

constexpr std::string_view unplanned =
    "it was not planned, and would now do this; make a new plan: ";

std::string_view text_in(const Data& data, std::string_view name) {
    const Data* member = data.find(name);
    return member == nullptr ? std::string_view() : member->text();
}

PlannedPromise promise_in(const Data& data) {
    return {std::string(text_in(data, "promise")), std::string(text_in(data, "place"))};
}

/// The type alone, without the promiser.
PlannedPromise by_type(const PlannedPromise& promise) {
    return {promise.promise.substr(0, promise.promise.find(' ')), promise.place};
}

Data member(const Data& data, std::string_view name) {
    const Data* found = data.find(name);
    return found == nullptr ? Data() : *found;
}

bool agree(const Data& left, const Data& right, std::initializer_list<std::string_view> names) {
    return std::ranges::all_of(names, [&](std::string_view name) {
        return member(left, name) == member(right, name);
    });
}

bool is_creation(const Data& change) {
    return text_in(change, "action") == "create";
}

/// The lines that a difference adds and removes, without those around them and their numbers.
std::vector<std::string_view> lines_changed_by(std::string_view diff) {
    constexpr std::ptrdiff_t lines_of_names = 2;
    std::vector<std::string_view> lines = lines_of(diff);
    if (lines.size() < lines_of_names) return {};
    lines.erase(lines.begin(), lines.begin() + lines_of_names);
    std::erase_if(lines, [](std::string_view line) {
        return !line.starts_with('+') && !line.starts_with('-');
    });
    return lines;
}

/// "~ /etc/motd  mode 0600 -> 0644".
std::string shown_change(const Data& data) {
    const auto change = change_from(data);
    if (!change) return {};
    const bool has_only_words = change->kind == "other" && !change->what.empty();
    return has_only_words ? change->what : headline(*change);
}

/// The planned change that is nearest: of the same field of the same object.
const Data* counterpart_of(const Data& change, const std::vector<Data>& planned) {
    const auto found = std::ranges::find_if(planned, [&](const Data& other) {
        return agree(change, other, {"kind", "object", "field"});
    });
    return found == planned.end() ? nullptr : &*found;
}

bool has_same_lines(const Data& change, const Data& planned) {
    const std::string_view diff = text_in(change, "diff");
    return !diff.empty() && lines_changed_by(diff) == lines_changed_by(text_in(planned, "diff"));
}

/// The same, whenever it happens: numbers of seconds differ.
bool is_same(const Data& change, const Data& planned) {
    if (!agree(change, planned, {"kind", "object", "action", "field", "what"})) return false;
    return text_in(change, "field") == "times" ||
           agree(change, planned, {"before", "after", "diff"});
}

} // namespace

Data planned_form(const PlannedPromise& promise, const Data& changes, const std::string& warning) {
    if (changes.size() > 0) return changes;
    return data_from({{.what = warning, .kind = "other", .object = promise.promise}});
}

PlannedChanges::PlannedChanges(const PlanFile& plan) {
    for (const Data& change : plan.changes.items())
        changes_[promise_in(change)].push_back(change);
    for (const Data& promise : plan.untold.items())
        untold_.insert(promise_in(promise));
    for (const Data& follower : plan.follows.items())
        add_causes(follower);
}

void PlannedChanges::add_causes(const Data& follower) {
    const Data because = member(follower, "because");
    const PlannedPromise waiting = by_type(promise_in(follower));
    const bool is_dependency = because.find("class") == nullptr;
    causes_.emplace(waiting, Cause{std::string(text_in(because, "promise")), is_dependency});
    const Data* others = because.find("others");
    if (others == nullptr) return;
    for (const Data& other : others->items())
        causes_.emplace(waiting, Cause{std::string(other.text()), is_dependency});
}

bool PlannedChanges::came_true(const Cause& cause) const {
    return repaired_.contains(cause.promise) ||
           (cause.is_dependency && kept_.contains(cause.promise));
}

std::string PlannedChanges::objection_to(
    const PlannedPromise& promise, const Data& changes, const std::string& warning
) const {
    const Data now = planned_form(promise, changes, warning);
    const auto found = changes_.find(promise);
    if (found == changes_.end())
        return now.size() == 0 ? std::string() : std::string(unplanned) + shown_change(*now.at(0));
    for (const Data& change : now.items()) {
        if (is_planned(change, found->second)) continue;
        const Data* other = counterpart_of(change, found->second);
        return "it would not do what was planned: now '" + shown_change(change) + "', planned '" +
               shown_change(other != nullptr ? *other : found->second.front()) + "'";
    }
    return {};
}

std::string
PlannedChanges::objection_to_untold(const PlannedPromise& promise, UntoldPromises untold) const {
    if (!untold_.contains(promise))
        return "it was not planned, and nothing can tell what it would do; make a new plan";
    if (untold == UntoldPromises::run) return {};
    return "nothing can tell what it would do; it runs with --untold run";
}

bool PlannedChanges::is_due(const PlannedPromise& promise) const {
    const auto [begin, end] = causes_.equal_range(by_type(promise));
    return std::any_of(begin, end, [&](const auto& entry) { return came_true(entry.second); });
}

void PlannedChanges::note(const PlannedPromise& promise, const Data& changes) {
    repaired_.insert(promise.promise);
    for (const Data& change : changes.items()) {
        Changed& changed = changed_[std::string(text_in(change, "object"))];
        changed.is_created = changed.is_created || is_creation(change);
        if (text_in(change, "field") == "content") changed.content = member(change, "after");
    }
}

/// Whether a content is what this apply has left.
bool PlannedChanges::is_from(const Changed& changed, const Data& before) {
    const bool is_known = changed.content.kind() != Data::Kind::null;
    return is_known ? before == changed.content : changed.is_created && before.text().empty();
}

bool PlannedChanges::is_planned(const Data& change, const std::vector<Data>& planned) const {
    return std::ranges::any_of(planned, [&](const Data& other) {
        return is_same(change, other) || continues(change, other);
    });
}

/// Whether a change leads to what was planned, from what this apply has made of the object.
bool PlannedChanges::continues(const Data& change, const Data& planned) const {
    if (!agree(change, planned, {"kind", "object"})) return false;
    const std::string_view field = text_in(change, "field");
    // First the file, then its text.
    if (is_creation(change) && field == "exists")
        return is_creation(planned) && agree(change, planned, {"what"});
    const auto found = changed_.find(std::string(text_in(change, "object")));
    if (found == changed_.end()) return false;
    const Changed& changed = found->second;
    if (field == "mode" && changed.is_created && is_creation(planned))
        return text_in(planned, "what")
            .ends_with(", mode '" + std::string(text_in(change, "after")) + "'");
    if (text_in(planned, "field") != field) return false;
    if (field != "content") return agree(change, planned, {"after"});
    return is_from(changed, member(change, "before")) &&
           (agree(change, planned, {"after"}) || has_same_lines(change, planned));
}

} // namespace vow::agent
