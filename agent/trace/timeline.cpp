#include "agent/trace/timeline.h"

#include "agent/report/reason.h"
#include "protocol/text/credentials.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace vow::agent {
namespace {

Span::Clock::time_point time_of(EventTime time) {
    return time ? *time : Span::Clock::now();
}

/// Tells promises apart; two that are alike are kept one after the other.
std::string key_of(const Promise& promise) {
    const Origin& origin = promise.origin;
    std::string key = std::to_string(static_cast<std::uint32_t>(origin.scope));
    key.append(":").append(std::to_string(origin.line)).append(":").append(promise.type->name);
    return key.append(":").append(promise.promiser);
}

bool is_longer(const Span& one, const Span& other) {
    return one.end - one.begin > other.end - other.begin;
}

} // namespace

void Timeline::receive(const Event& event) {
    if (std::holds_alternative<LogLine>(event) || std::holds_alternative<Report>(event)) return;
    std::visit([this](const auto& happening) { note(happening); }, event);
}

// --- scopes and passes ---

Timeline::Scope* Timeline::scope_of(ScopeId scope) {
    const auto found = scopes_.find(scope);
    return found == scopes_.end() ? nullptr : &found->second;
}

std::uint64_t Timeline::parent_of(ScopeId scope) {
    const Scope* around = scope_of(scope);
    return around == nullptr ? 0 : around->innermost();
}

void Timeline::note(const ScopeBegan& began) {
    if (Scope* around = scope_of(began.parent)) enter_pass(*around, began.origin.pass, began.time);
    Span span{
        .id = ++last_id_,
        .parent = parent_of(began.parent),
        .kind = std::string(began.kind),
        .name = std::string(began.name),
        .begin = time_of(began.time)};
    if (promises_ == Promises::kept) span.place = place_text(began.origin);
    scopes_.insert_or_assign(began.scope, Scope{.span = std::move(span)});
}

void Timeline::note(const ScopeEnded& ended) {
    Scope* scope = scope_of(ended.scope);
    if (scope == nullptr) return;
    scope->span.result = text_of(ended.result);
    end_scope(*scope, time_of(ended.time));
    scopes_.erase(ended.scope);
}

/// Passes follow each other without a gap; the first begins with its scope.
void Timeline::enter_pass(Scope& scope, int pass, EventTime begin) {
    if (pass == 0 || pass == scope.pass) return;
    const bool is_first = scope.pass == 0;
    const Clock::time_point now = is_first ? scope.span.begin : time_of(begin);
    if (!is_first) end_pass(scope, now);
    scope.pass = pass;
    scope.pass_id = ++last_id_;
    scope.pass_begin = now;
}

void Timeline::end_pass(Scope& scope, Clock::time_point end) {
    if (scope.pass == 0) return;
    Span span{
        .id = scope.pass_id,
        .parent = scope.span.id,
        .kind = "pass",
        .name = std::to_string(scope.pass),
        .begin = scope.pass_begin,
        .end = end};
    span.bundle = scope.span.name;
    keep(std::move(span));
}

void Timeline::end_scope(Scope& scope, Clock::time_point end) {
    end_pass(scope, end);
    scope.span.end = end;
    keep(std::move(scope.span));
}

// --- promises ---

void Timeline::note(const PromiseStarted& started) {
    const Origin& origin = started.promise.origin;
    if (Scope* scope = scope_of(origin.scope)) enter_pass(*scope, origin.pass, {});
    if (promises_ == Promises::kept) pending_.push_back({key_of(started.promise), Clock::now()});
}

void Timeline::note(const PromiseSkipped& skipped) {
    if (Scope* scope = scope_of(skipped.origin.scope)) enter_pass(*scope, skipped.origin.pass, {});
}

Span Timeline::promise_span(const Promise& promise, const Outcome& outcome, Clock::time_point end) {
    Span span{
        .id = ++last_id_,
        .parent = parent_of(promise.origin.scope),
        .kind = "promise",
        .name = without_credentials(promise.promiser),
        .begin = end - std::chrono::duration_cast<Clock::duration>(outcome.duration),
        .end = end};
    span.type = promise.type->name;
    span.place = place_text(promise.origin);
    span.bundle = promise.origin.bundle;
    span.result = result_of(outcome);
    span.pass = promise.origin.pass;
    return span;
}

/// The evaluator may do more for a promise than its keeper, as for edits of files. Of one that
/// waited for its turn only the duration is known.
Timeline::Clock::time_point Timeline::begin_of(const PromiseDone& done, Clock::time_point end) {
    const auto found =
        std::find_if(pending_.rbegin(), pending_.rend(), [key = key_of(done.promise)](auto& each) {
            return each.promise == key;
        });
    const auto by_duration =
        end - std::chrono::duration_cast<Clock::duration>(done.outcome.duration);
    if (found == pending_.rend()) return by_duration;
    const Clock::time_point begin = done.time ? by_duration : found->begin;
    pending_.erase(std::next(found).base());
    return begin;
}

/// A promise that a process kept is in its lane already.
void Timeline::note(const PromiseDone& done) {
    if (promises_ == Promises::left_out) return;
    const Clock::time_point end = time_of(done.time);
    const Clock::time_point begin = begin_of(done, end);
    Span span = promise_span(done.promise, done.outcome, end);
    const auto worked = worked_.find(key_of(done.promise));
    if (worked != worked_.end()) {
        span.begin = worked->second.begin;
        span.end = worked->second.end;
        span.lane = worked->second.lane;
        worked_.erase(worked);
    } else {
        span.begin = begin;
    }
    keep(std::move(span));
}

// --- processes of modules ---

void Timeline::note(const ModuleStarted& started) {
    Span span{
        .id = ++last_id_,
        .kind = "module",
        .name = std::string(started.path),
        .begin = Clock::now(),
        .lane = ++lanes_};
    span.type = started.type;
    processes_.insert_or_assign(started.process, std::move(span));
}

void Timeline::note(const ModuleWorked& worked) {
    const auto process = processes_.find(worked.process);
    if (process == processes_.end() || promises_ == Promises::left_out) return;
    Span span = promise_span(worked.promise, worked.outcome, Clock::now());
    span.lane = process->second.lane;
    span.begin = std::max(span.begin, process->second.begin);
    worked_.emplace(key_of(worked.promise), std::move(span));
}

void Timeline::note(const ModuleEnded& ended) {
    auto process = processes_.extract(ended.process);
    if (process.empty()) return;
    process.mapped().end = Clock::now();
    keep(std::move(process.mapped()));
}

// --- all of them ---

void Timeline::keep(Span span) {
    if (span.end - span.begin < shortest_) {
        ++omitted_;
        return;
    }
    spans_.push_back(std::move(span));
    if (spans_.size() >= 2 * most_) drop_shortest();
}

void Timeline::drop_shortest() {
    if (spans_.size() <= most_) return;
    const auto last = spans_.begin() + static_cast<std::ptrdiff_t>(most_);
    std::ranges::nth_element(spans_, last, is_longer);
    omitted_ += static_cast<std::uint64_t>(spans_.end() - last);
    spans_.erase(last, spans_.end());
    const auto shortest = std::ranges::max_element(spans_, is_longer); // the last in that order
    shortest_ = shortest->end - shortest->begin;
}

const std::vector<Span>& Timeline::finish(Clock::time_point now, const Secrets& secrets) {
    for (auto& [key, span] : std::exchange(worked_, {}))
        keep(std::move(span));
    for (auto& [id, scope] : std::exchange(scopes_, {}))
        end_scope(scope, now);
    for (auto& [number, span] : std::exchange(processes_, {})) {
        span.end = now;
        keep(std::move(span));
    }
    drop_shortest();
    for (Span& span : spans_)
        span.name = secrets.masked(span.name);
    std::ranges::sort(spans_, [](const Span& one, const Span& other) {
        return std::pair(one.begin, one.id) < std::pair(other.begin, other.id);
    });
    return spans_;
}

} // namespace vow::agent
