#include "agent/history/run_recorder.h"

#include "agent/report/reason.h"
#include "protocol/promise/change.h"
#include "protocol/text/credentials.h"

#include <utility>

namespace vow::agent {
namespace {

// The most that one run takes; a run with more is recorded without the rest.
constexpr std::size_t max_outcome_bytes = 40'000'000;
constexpr std::size_t max_timing_bytes = 8'000'000;
constexpr std::size_t max_error_bytes = 10'000;

std::chrono::microseconds duration_of(const Outcome& outcome) {
    return std::chrono::duration_cast<std::chrono::microseconds>(outcome.duration);
}

RecordedPromise promise_of(const Promise& promise) {
    return {
        .type = promise.type->name,
        .promiser = without_credentials(promise.promiser),
        .place = place_text(promise.origin)};
}

/// As RunEnd has it.
std::string timeline_text(const std::vector<Span>& spans, Timeline::Clock::time_point begin) {
    const auto microseconds_text = [](Timeline::Clock::duration duration) {
        using std::chrono::microseconds;
        return std::to_string(std::chrono::duration_cast<microseconds>(duration).count());
    };
    std::string text = "[";
    for (const Span& span : spans) {
        text += text.size() == 1 ? "[" : ",[";
        append_json_string(text, span.kind);
        text += ',';
        append_json_string(text, span.kind == "module" ? span.type : span.name);
        text += ',';
        text += std::to_string(span.lane);
        text += ',';
        append_json_string(text, span.result);
        text += ',';
        text += microseconds_text(span.begin - begin);
        text += ',';
        text += microseconds_text(span.end - span.begin);
        text += ']';
    }
    text += ']';
    return text;
}

/// A secret may have been learned after the events that show it.
PackedOutcomes masked(const PackedOutcomes& outcomes, const Secrets& secrets) {
    PackedOutcomes masked;
    for (const PackedOutcome& packed : outcomes) {
        RecordedOutcome outcome = packed.unpacked();
        outcome.promise.promiser = secrets.masked(outcome.promise.promiser);
        if (outcome.reason) outcome.reason = secrets.masked(*outcome.reason);
        outcome.changes = secrets.masked(outcome.changes);
        masked.add(outcome);
    }
    return masked;
}

/// Of a run that failed no outcome is handled: the failure is the run's, too.
PackedOutcomes without_excuses(const PackedOutcomes& outcomes) {
    PackedOutcomes changed;
    for (PackedOutcome outcome : outcomes) {
        outcome.is_handled = false;
        changed.add(outcome);
    }
    return changed;
}

} // namespace

void RunRecorder::begin(RunTime now, Data start) {
    RecordedRun run{.started = now, .start = std::move(start), .process = RunProcess::own()};
    const bool is_recorded = state_.record([&](Database& database) {
        run.number = History(database).begin(run.started, run.start, run.process);
    });
    if (is_recorded) run_ = std::move(run);
}

void RunRecorder::add_error(std::string_view text) {
    if (end_.errors.size() >= max_errors) return;
    if (text.size() <= max_error_bytes)
        end_.errors.push_back(without_credentials(text));
    else // not its begin: a secret that is cut is no longer found
        end_.errors.push_back("an error of " + std::to_string(text.size()) + " bytes");
}

/// Outcomes have the errors of their promises. One may be logged once more after it: "X failed:
/// ..".
bool RunRecorder::is_of_promise(const LogLine& line) const {
    const bool repeats_last = !last_error_.empty() && line.text.ends_with(last_error_);
    return first_lines_.has_promise() || repeats_last;
}

void RunRecorder::receive(const Event& event) {
    if (!run_) return;
    timeline_.receive(event);
    first_lines_.receive(event);
    const auto* line = std::get_if<LogLine>(&event);
    if (line != nullptr && line->level <= LogLevel::error && !is_of_promise(*line))
        add_error(line->text);
    const auto* done = std::get_if<PromiseDone>(&event);
    if (done == nullptr) return;
    const std::string first_error = first_lines_.end(*done).error;
    last_error_ = done->error;
    add_timing(*done);
    if (done->outcome.result() != Verdict::kept) add_outcome(*done, first_error);
}

void RunRecorder::add_timing(const PromiseDone& done) {
    if (timings_.size() > max_timing_bytes) return;
    const Promise& promise = done.promise;
    timings_ += timings_.empty() ? "[" : ",[";
    append_json_string(timings_, promise.type->name);
    timings_ += ',';
    append_json_string(timings_, without_credentials(promise.promiser));
    timings_ += ',';
    append_json_string(timings_, place_text(promise.origin));
    timings_ += ',';
    timings_ += std::to_string(duration_of(done.outcome).count());
    timings_ += ']';
}

void RunRecorder::add_outcome(const PromiseDone& done, std::string_view first_error) {
    const Origin& origin = done.promise.origin;
    RecordedOutcome outcome{
        .promise = promise_of(done.promise),
        .bundle = origin.bundle,
        .handle = origin.handle,
        .pass = origin.pass,
        .result = std::string(result_of(done.outcome)),
        .is_handled = done.handled == Handled::yes && done.outcome.has_failed(),
        .duration = duration_of(done.outcome),
        .reason = reason_of(done, first_error),
        .changes = {}};
    if (!done.outcome.changes.empty()) outcome.changes = data_from(done.outcome.changes);
    const std::size_t size = outcome.promise.promiser.size() + outcome.changes.weight() +
                             (outcome.reason ? outcome.reason->weight() : 0);
    if (bytes_ + size > max_outcome_bytes) {
        ++end_.omitted;
        return;
    }
    bytes_ += size;
    end_.outcomes.add(outcome);
}

void RunRecorder::finish(
    RunTime now,
    int exit_status,
    Data totals,
    const Secrets& secrets,
    const History::Further& further
) {
    if (!run_) return;
    end_.time = now;
    end_.exit_status = exit_status;
    end_.totals = std::move(totals);
    if (exit_status != 0)
        end_.outcomes = without_excuses(end_.outcomes);
    else
        end_.errors.clear();
    end_.timings = "[" + timings_ + "]";
    if (!secrets.empty()) {
        end_.outcomes = masked(end_.outcomes, secrets);
        end_.timings = secrets.masked(end_.timings);
        for (std::string& error : end_.errors)
            error = secrets.masked(error);
    }
    const auto end = Timeline::Clock::now();
    end_.timeline = timeline_text(timeline_.finish(end, secrets), timeline_.begin());
    state_.record([&](Database& database) { History(database).finish(*run_, end_, further); });
    run_.reset();
}

void RunRecorder::discard() {
    if (!run_) return;
    state_.record([&](Database& database) { History(database).discard(run_->number); });
    run_.reset();
}

} // namespace vow::agent
