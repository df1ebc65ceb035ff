#include "agent/report/plan.h"

#include "agent/report/reason.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace vow::agent {
namespace {

Data number(std::uint64_t count) {
    return Data::integer(static_cast<std::int64_t>(count));
}

} // namespace

void Plan::receive(const Event& event) {
    const auto* line = std::get_if<LogLine>(&event);
    if (line != nullptr && line->level <= LogLevel::error && !first_lines_.has_promise()) ++errors_;
    first_lines_.receive(event);
    if (const auto* done = std::get_if<PromiseDone>(&event))
        note(*done);
    else if (const auto* follows = std::get_if<PromiseFollows>(&event))
        note(*follows);
    else if (const auto* expected = std::get_if<ClassExpected>(&event))
        expected_[std::string(expected->name)].emplace_back(expected->cause);
}

void Plan::note(const PromiseDone& done) {
    const FirstLines::OfPromise lines = first_lines_.end(done);
    const Promise& promise = done.promise;
    Entry entry{promise_text(promise.type->name, promise.promiser), place_text(promise.origin)};
    std::erase_if(followers_, [&](const Follower& follower) {
        return follower.of.promise == entry.promise && follower.of.place == entry.place;
    });
    const Outcome& outcome = done.outcome;
    if (outcome.result() <= Verdict::repaired) {
        ++kept_;
    } else if (!outcome.would_repair()) {
        entry.why = lines.error.empty() ? "it is not kept" : lines.error;
        failed_.push_back(std::move(entry));
    } else if (outcome.untold) {
        entry.why = untold_text(*outcome.untold);
        entry.reason = reason_of(done, {}).value_or(Data());
        untold_.push_back(std::move(entry));
    } else {
        ++changed_;
        add_changes(done, lines.warning);
    }
}

/// A module that reports no changes is represented by its first warning.
void Plan::add_changes(const PromiseDone& done, const std::string& warning) {
    const Promise& promise = done.promise;
    const Entry entry{
        promise_text(promise.type->name, promise.promiser), place_text(promise.origin)};
    for (const vow::Change& change : done.outcome.changes)
        changes_.push_back({entry, change});
    if (!done.outcome.changes.empty()) return;
    changes_.push_back({entry, {.what = warning, .kind = "other", .object = entry.promise}});
}

void Plan::add_loose(
    const std::vector<std::string>& during, const std::vector<vow::Change>& changes
) {
    Entry entry{.promise = "the policy's own programs", .place = {}};
    if (!during.empty()) entry.promise = during.front();
    if (during.size() > 1)
        entry.promise += " or one of " + std::to_string(during.size() - 1) + " more";
    for (const vow::Change& change : changes)
        changes_.push_back({entry, change, "during"});
}

void Plan::note(const PromiseFollows& follows) {
    followers_.push_back(
        {{promise_text(follows.type, follows.promiser), place_text(follows.origin)},
         std::string(follows.cause),
         std::string(follows.class_name)}
    );
}

/// For people.
std::string Plan::why_of(const Follower& follower) {
    if (follower.class_name.empty())
        return "it depends on " + follower.cause + ", which would be repaired";
    return "class " + follower.class_name + " would be set";
}

/// Each of several promises may define the class.
Data Plan::because_of(const Follower& follower) const {
    std::vector<Data::Member> because = {{"promise", Data::string(follower.cause)}};
    if (!follower.class_name.empty())
        because.emplace_back("class", Data::string(follower.class_name));
    const auto expected = expected_.find(follower.class_name);
    if (expected == expected_.end()) return Data::object(std::move(because));
    Data::Array others;
    for (const std::string& promise : expected->second) {
        if (promise != follower.cause) others.push_back(Data::string(promise));
    }
    if (!others.empty()) because.emplace_back("others", Data::array(std::move(others)));
    return Data::object(std::move(because));
}

std::string Plan::text(Colored colored) const {
    std::string text;
    const auto add = [&](std::string_view color, const std::string& line) {
        text += colored_line(color, line, colored);
    };
    const auto at = [](const Entry& entry) {
        return entry.promise + (entry.place.empty() ? "" : " (" + entry.place + ")");
    };
    for (const auto& [entry, change, preposition] : changes_) {
        const bool is_told = change.object == entry.promise;
        std::string line = is_told ? "~ " + at(entry) : headline(change);
        if (!is_told) line.append("  ").append(preposition).append(" ").append(at(entry));
        if (is_told && !change.what.empty()) line += ": " + change.what;
        add(color_of(mark_of(change)), line);
        text += diff_text(change.diff, colored);
    }
    for (const Follower& follower : followers_)
        add({}, "then " + at(follower.of) + ": " + why_of(follower));
    for (const Entry& entry : untold_)
        add(cyan_text, "? " + at(entry) + ": cannot be told, " + entry.why);
    for (const Entry& entry : failed_)
        add(red_text, "! " + at(entry) + ": failed: " + entry.why);
    const Data counts = totals();
    const auto count = [&](const char* name) { return std::string(counts.find(name)->text()); };
    add({},
        "Plan: " + count("change") + " to change, " + count("follow") + " would follow, " +
            count("kept") + " kept, " + count("cannot_be_told") + " cannot be told, " +
            count("failed") + " failed");
    return text;
}

Data Plan::document() const {
    const auto members_of = [](const Entry& entry) -> std::vector<Data::Member> {
        return {{"promise", Data::string(entry.promise)}, {"place", Data::string(entry.place)}};
    };
    Data::Array changes, follows, untold;
    changes.reserve(changes_.size());
    for (const Change& planned : changes_) {
        std::vector<Data::Member> members = members_of(planned.of);
        const Data data = data_from({planned.change});
        members.insert(members.end(), data.at(0)->members().begin(), data.at(0)->members().end());
        changes.push_back(Data::object(std::move(members)));
    }
    follows.reserve(followers_.size());
    for (const Follower& follower : followers_) {
        std::vector<Data::Member> members = members_of(follower.of);
        members.emplace_back("because", because_of(follower));
        follows.push_back(Data::object(std::move(members)));
    }
    untold.reserve(untold_.size());
    for (const Entry& entry : untold_) {
        std::vector<Data::Member> members = members_of(entry);
        members.emplace_back("reason", entry.reason);
        untold.push_back(Data::object(std::move(members)));
    }
    return Data::object(
        {{"changes", Data::array(std::move(changes))},
         {"follows", Data::array(std::move(follows))},
         {"untold", Data::array(std::move(untold))}}
    );
}

Data Plan::totals() const {
    const std::uint64_t failed = failed_.empty() ? errors_ : failed_.size();
    return Data::object(
        {{"change", number(changed_)},
         {"follow", number(followers_.size())},
         {"kept", number(kept_)},
         {"cannot_be_told", number(untold_.size())},
         {"failed", number(failed)}}
    );
}

} // namespace vow::agent
