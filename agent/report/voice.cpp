#include "agent/report/voice.h"

#include "agent/report/reason.h"
#include "protocol/text/credentials.h"
#include "protocol/text/shown_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace vow::agent {

namespace {

constexpr std::size_t max_shown_name = 120;   ///< bytes of a promiser within a line
constexpr std::size_t max_shown_reason = 400; ///< bytes of a reason within a line
constexpr std::size_t max_listed = 100;       ///< promises that are not kept
constexpr std::string_view reset = "\x1b[0m";

/// Beginnings of the reference's lines that repeat, without a reason, that a promise is not kept.
constexpr std::array<std::string_view, 2> empty_sentences = {
    "Warnings encountered when actuating ", "Errors encountered when actuating "};

bool is_empty_sentence(std::string_view text) {
    return std::ranges::any_of(empty_sentences, [&](std::string_view beginning) {
        return text.starts_with(beginning);
    });
}

/// Whether a text has a name, not only as a part of a longer one.
bool has_name(std::string_view text, std::string_view name) {
    const auto is_part = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    };
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool is_whole = (at == 0 || !is_part(text[at - 1]) || !is_part(name.front())) &&
                              (end == text.size() || !is_part(text[end]) || !is_part(name.back()));
        if (is_whole) return true;
    }
    return false;
}

/// The first line of a text, cut if it is long.
std::string one_line(std::string_view text, std::size_t max_bytes = max_shown_reason) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), max_bytes));
    return shown(line) + (line.size() < text.size() ? " ..." : "");
}

/// A command is known by its arguments, too.
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

std::string name_of(std::string_view type, std::string_view subject, const Origin& origin) {
    const std::string place = place_text(origin);
    return std::string(type) + " " + one_line(subject, max_shown_name) +
           (place.empty() ? "" : " (" + shown(place) + ")");
}

std::string name_of(const Promise& promise) {
    return name_of(promise.type->name, subject_of(promise), promise.origin);
}

/// ", pass 2"; empty in languages without passes.
std::string pass_text(const Origin& origin) {
    return origin.pass > 0 ? ", pass " + std::to_string(origin.pass) : "";
}

/// "guard web: false".
std::string skip_text(const PromiseSkipped& skipped) {
    const Data reason = reason_of(skipped);
    const auto member = [&](const char* name, const char* before) {
        const Data* text = reason.find(name);
        return text == nullptr ? std::string() : before + std::string(text->text());
    };
    return one_line(member("kind", "") + member("name", " ") + member("now", ": "));
}

/// The words for the result of a promise, and the level of its line.
struct Word {
    std::string_view text;
    LogLevel level;
};

Word word_of(const Outcome& outcome, bool is_stopped) {
    if (is_stopped) return {"stopped", LogLevel::error};
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

/// Whether the outcome lists changes other than that a command ran.
bool tells_changes(const Outcome& outcome) {
    return std::ranges::any_of(outcome.changes, [](const Change& change) {
        return change.kind != "command";
    });
}

bool names_change(std::string_view line, const Outcome& outcome) {
    return std::ranges::any_of(outcome.changes, [&](const Change& change) {
        return !change.what.empty() && line.find(change.what) != std::string_view::npos;
    });
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

/// The changes of a promise, or why it failed, in words.
std::string reason_of(const PromiseDone& done, const std::string& quoted) {
    const Outcome& outcome = done.outcome;
    const bool is_planned = outcome.would_repair();
    if (is_planned && outcome.untold) return std::string(untold_text(*outcome.untold));
    if (!quoted.empty() || outcome.has_failed())
        return one_line(without_credentials(without_own_name(quoted, done.promise)));
    const Mood mood = is_planned ? Mood::planned : Mood::made;
    return summary_of(outcome.changes, done.promise.promiser, mood);
}

/// The differences of all changes, without the end of the last line. The colour of the line before
/// ends where they begin.
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

} // namespace

void Voice::receive(const Event& event) {
    if (const auto* line = std::get_if<LogLine>(&event)) return note(*line);
    if (const auto* started = std::get_if<PromiseStarted>(&event)) note(*started);
    const auto* done = std::get_if<PromiseDone>(&event);
    if (done != nullptr) note(*done);
    if (const auto* skipped = std::get_if<PromiseSkipped>(&event)) note(*skipped);
    if (std::holds_alternative<Report>(event)) {
        failures_at_end_ = 0;
        last_error_.clear();
    }
    if (const auto* chosen = std::get_if<LogLevelChosen>(&event)) {
        style_.lines = chosen->level >= LogLevel::info ? PromiseLines::as_come : PromiseLines::held;
    }
    log_.receive(event);
}

void Voice::note(const LogLine& line) {
    if (is_empty_sentence(line.text) && !log_.wants(LogLevel::verbose)) return;
    const bool is_error = line.level <= LogLevel::error;
    if (pending_.empty()) {
        last_error_ = is_error ? line.text : std::string_view();
        if (line.level <= LogLevel::warning && std::exchange(expects_reason_, false))
            failures_.back().reason = one_line(without_credentials(line.text));
    } else {
        Pending& promise = pending_.back();
        std::string& first = is_error ? promise.error : promise.other;
        if (line.level <= LogLevel::notice && first.empty()) first = line.text;
        // A line of the run itself, such as that a module is slow, cannot wait.
        const bool is_of_run = line.scope == ScopeId::run && promise.scope != ScopeId::run;
        if (promise.is_held && !is_of_run) {
            std::string text;
            if (line.source != nullptr) text = line.source->prefix;
            text += line.text;
            promise.lines.push_back(
                {line.level, std::move(text), line.priority, std::string(line.excerpt)}
            );
            return;
        }
    }
    if (log_.wants(line.level)) failures_at_end_ = 0;
    log_.receive(line);
}

void Voice::note(const PromiseStarted& started) {
    const Promise& promise = started.promise;
    const bool is_awaited = promise.terms.timing == Terms::Timing::awaited;
    expects_reason_ = false;
    pending_.push_back(
        {is_awaited && style_.lines == PromiseLines::held, promise.origin.scope, {}, {}, {}}
    );
}

void Voice::note(const PromiseDone& done) {
    if (pending_.empty()) return;
    Pending pending = std::move(pending_.back());
    pending_.pop_back();
    const std::string last_error = std::exchange(last_error_, {});
    const Outcome& outcome = done.outcome;
    const bool is_kept = outcome.result() == Verdict::kept;
    if (is_kept && pending.lines.empty() && failures_.empty() && !is_verbose()) return;
    const std::string& quoted = quoted_line(pending, done);
    std::string reason = reason_of(done, quoted);
    const bool is_unexplained = outcome.has_failed() && reason.empty() && stop_.signal() == 0;
    const std::string name = name_of(done.promise);
    Block block = block_of(done, name, reason);
    for (const Line& line : pending.lines) {
        if (is_said(line, outcome, quoted)) continue;
        if (is_kept) block.level = std::min(block.level, line.level);
        block.lines.push_back(line);
    }
    // The language logs the reason before it gives up the promise, or after that.
    const bool is_told = is_unexplained && has_name(last_error, done.promise.promiser);
    if (is_told) reason = one_line(without_credentials(last_error));
    expects_reason_ = is_unexplained && !is_told && done.handled == Handled::yes &&
                      done.promise.terms.changes_allowed();
    remember(name, done, reason);
    write(block, is_told || expects_reason_ ? Shown::no : Shown::yes, outcome);
}

/// A promise that an equal one has kept is done: nothing happens to it.
void Voice::note(const PromiseSkipped& skipped) {
    if (!is_verbose() || skipped.reason == SkipReason::repeated) return;
    const std::string name = name_of(skipped.type, skipped.promiser, skipped.origin);
    const std::string reason = skip_text(skipped);
    std::string& last = skipped_[name];
    if (last == reason) return;
    last = reason;
    log_.tell(LogLevel::verbose, "skipped  " + name + pass_text(skipped.origin) + ": " + reason);
}

/// The line of a promise that its block quotes; empty for none. A policy that handles a failure
/// without an error reports it in its own words.
const std::string& Voice::quoted_line(const Pending& pending, const PromiseDone& done) {
    static const std::string none;
    const Outcome& outcome = done.outcome;
    if (outcome.has_failed() && !pending.error.empty()) return pending.error;
    if (outcome.has_failed()) return done.handled == Handled::yes ? none : pending.other;
    const bool is_unclear = outcome.untold || outcome.changes.empty();
    return outcome.would_repair() && is_unclear ? pending.other : none;
}

Voice::Block
Voice::block_of(const PromiseDone& done, const std::string& name, const std::string& reason) const {
    const Outcome& outcome = done.outcome;
    const bool is_stopped = outcome.has_failed() && stop_.signal() != 0;
    const auto [word, level] = word_of(outcome, is_stopped);
    Block block{
        .level = level,
        .priority = done.promise.terms.log_priority,
        .head = std::string(word),
        .diffs = {},
        .lines = {}};
    block.head.append("  ").append(name);
    if (is_verbose()) block.head += pass_text(done.promise.origin);
    if (!reason.empty()) block.head.append(": ").append(reason);
    if (style_.diffs == Diffs::shown) block.diffs = diffs_of(outcome, style_.colored);
    return block;
}

/// A later attempt counts alone.
void Voice::remember(
    const std::string& promise, const PromiseDone& done, const std::string& reason
) {
    if (failed_.erase(promise) > 0)
        std::erase_if(failures_, [&](const Failure& known) { return known.promise == promise; });
    if (!done.outcome.has_failed()) return;
    failed_.insert(promise);
    failures_.push_back({promise, reason});
}

/// Whether the block has the content of a line of its promise.
bool Voice::is_said(const Line& line, const Outcome& outcome, const std::string& quoted) {
    if (line.text == quoted && (outcome.untold || one_line(quoted) == shown(quoted))) return true;
    if (line.level >= LogLevel::info) return tells_changes(outcome);
    return line.level > LogLevel::error && outcome.would_repair() &&
           names_change(line.text, outcome);
}

/// A kept promise is named only if it has warnings, and on request.
void Voice::write(const Block& block, Shown head, const Outcome& outcome) {
    const bool is_kept = outcome.result() == Verdict::kept;
    const bool is_shown =
        is_kept ? block.level <= LogLevel::warning || is_verbose() : head == Shown::yes;
    if (is_shown && log_.wants(block.level)) {
        failures_at_end_ = outcome.has_failed() ? failures_at_end_ + 1 : 0;
        log_.tell(block.level, block.head, block.diffs, block.priority);
    }
    for (const Line& line : block.lines)
        pass_on(line);
}

void Voice::pass_on(const Line& line) {
    log_.receive(LogLine{
        .level = line.level, .text = line.text, .priority = line.priority, .excerpt = line.excerpt}
    );
}

void Voice::conclude(const std::string& totals) {
    if (!failures_.empty() && failures_at_end_ < failures_.size()) {
        log_.tell(LogLevel::error, "Not kept:");
        const std::size_t count = std::min(failures_.size(), max_listed);
        for (std::size_t at = 0; at < count; ++at) {
            const auto& [promise, reason] = failures_[at];
            log_.tell(LogLevel::error, "  " + promise + (reason.empty() ? "" : ": " + reason));
        }
        if (count < failures_.size())
            log_.tell(
                LogLevel::error, "  and " + std::to_string(failures_.size() - count) + " more"
            );
    }
    if (!totals.empty()) log_.tell(LogLevel::notice, totals);
}

} // namespace vow::agent
