#include "agent/report/promise_words.h"

#include "agent/report/reason.h"
#include "protocol/text/credentials.h"
#include "protocol/text/shown_text.h"

#include <algorithm>
#include <vector>

namespace vow::agent {
namespace {

constexpr std::size_t max_shown_name = 120;   ///< bytes of a promiser within a line
constexpr std::size_t max_shown_reason = 400; ///< bytes of a reason within a line
constexpr std::string_view reset = "\x1b[0m";

std::string first_line(std::string_view text, std::size_t max_bytes) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), max_bytes));
    return shown(line) + (line.size() < text.size() ? " ..." : "");
}

std::string subject_of(const Promise& promise) {
    std::string subject = promise.promiser;
    if (promise.type->name != "commands") return subject;
    for (const char* name : {"args", "arglist"}) {
        const AttributeValue* value = promise.attributes.find(name);
        if (value == nullptr) continue;
        if (const auto* text = std::get_if<std::string>(value)) subject.append(" ").append(*text);
        if (const auto* words = std::get_if<std::vector<std::string>>(value))
            for (const std::string& word : *words)
                subject.append(" ").append(word);
    }
    return subject;
}

std::string name_from(std::string_view type, std::string_view subject, const Origin& origin) {
    const std::string place = place_text(origin);
    return std::string(type) + " " + first_line(subject, max_shown_name) +
           (place.empty() ? "" : " (" + shown(place) + ")");
}

/// A reason without the place and the name of its promise, which its block has anyway.
std::string_view without_own_name(std::string_view reason, const Promise& promise) {
    const std::string place = place_text(promise.origin) + ": ";
    const std::string name = promise.type->name + " promise '" + promise.promiser + "' failed: ";
    if (!reason.starts_with(place)) return reason;
    reason.remove_prefix(place.size());
    if (reason.starts_with(name)) reason.remove_prefix(name.size());
    return reason;
}

} // namespace

std::string one_line(std::string_view text) {
    return first_line(text, max_shown_reason);
}

std::string promise_name(const Promise& promise) {
    return name_from(promise.type->name, subject_of(promise), promise.origin);
}

std::string promise_name(const PromiseSkipped& skipped) {
    return name_from(skipped.type, skipped.promiser, skipped.origin);
}

std::string pass_text(const Origin& origin) {
    return origin.pass > 0 ? ", pass " + std::to_string(origin.pass) : "";
}

std::string skip_text(const PromiseSkipped& skipped) {
    const Data reason = reason_of(skipped);
    const auto member = [&](const char* name, const char* before) {
        const Data* text = reason.find(name);
        return text == nullptr ? std::string() : before + std::string(text->text());
    };
    return one_line(member("kind", "") + member("name", " ") + member("now", ": "));
}

OutcomeWord word_of(const Outcome& outcome) {
    if (outcome.would_repair())
        return {outcome.untold ? "cannot be told" : "would repair", LogLevel::warning};
    switch (outcome.result()) {
    case Verdict::kept: return {"kept", LogLevel::verbose};
    case Verdict::repaired: return {"repaired", LogLevel::notice};
    case Verdict::not_kept: return {"not kept", LogLevel::error};
    case Verdict::denied: return {"denied", LogLevel::error};
    case Verdict::timed_out: return {"timed out", LogLevel::error};
    case Verdict::error: return {"failed", LogLevel::error};
    }
    return {};
}

std::string outcome_text(const PromiseDone& done, std::string_view quoted) {
    const Outcome& outcome = done.outcome;
    const bool is_planned = outcome.would_repair();
    if (is_planned && outcome.untold) return std::string(untold_text(*outcome.untold));
    if (!quoted.empty() || outcome.has_failed())
        return one_line(without_credentials(without_own_name(quoted, done.promise)));
    const Mood mood = is_planned ? Mood::planned : Mood::made;
    return summary_of(outcome.changes, done.promise.promiser, mood);
}

std::string diffs_of(const Outcome& outcome, Colored colored) {
    std::string text;
    std::string_view last; // steps of one promise may report the same
    for (const Change& change : outcome.changes) {
        if (change.diff != last) text += diff_text(change.diff, colored);
        last = change.diff;
    }
    if (text.empty()) return text;
    text.pop_back();
    return colored == Colored::yes ? std::string(reset) + text : text;
}

} // namespace vow::agent
