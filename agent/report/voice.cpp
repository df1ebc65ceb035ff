#include "agent/report/voice.h"

#include "agent/report/promise_words.h"
#include "protocol/text/credentials.h"
#include "protocol/text/shown_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace vow::agent {

namespace {

constexpr std::size_t max_listed = 100; ///< promises that are not kept

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
    std::string reason = outcome_text(done, quoted);
    const bool is_unexplained = outcome.has_failed() && reason.empty() && stop_.signal() == 0;
    const std::string name = promise_name(done.promise);
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
    const std::string name = promise_name(skipped);
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
    const auto [word, level] =
        is_stopped ? OutcomeWord{"stopped", LogLevel::error} : word_of(outcome);
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
