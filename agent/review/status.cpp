#include "agent/review/printer.h"
#include "agent/review/run_text.h"
#include "agent/review/standing.h"
#include "agent/review/views.h"
#include "policy/run/usage_error.h"
#include "protocol/data/conversion.h"

#include <algorithm>

namespace vow::agent {
namespace {

Data shown_failure(const Failure& failure) {
    const Data outcome = data_of(failure.outcome);
    std::vector<Data::Member> members(outcome.members().begin(), outcome.members().end());
    members.emplace_back("since", Data::string(utc_time(failure.since)));
    members.emplace_back("since_run", Data::integer(failure.since_run));
    members.emplace_back("runs", Data::integer(static_cast<std::int64_t>(failure.runs)));
    return Data::object(std::move(members));
}

std::string state_of(const Standing& standing) {
    std::string state = state_of(*standing.run);
    if (!standing.is_stale || standing.run->is_unfinished()) return state;
    return "too old; it was " + state;
}

Data shown_standing(const Standing& standing) {
    const Data run = data_of(*standing.run);
    std::vector<Data::Member> members(run.members().begin(), run.members().end());
    members.emplace_back("age", Data::integer(standing.age.count()));
    members.emplace_back("stale", Data::boolean(standing.is_stale));
    members.emplace_back("state", Data::string(state_of(*standing.run)));
    Data::Array failures;
    failures.reserve(standing.failures.size());
    for (const Failure& failure : standing.failures)
        failures.push_back(shown_failure(failure));
    members.emplace_back("not_kept", Data::array(std::move(failures)));
    members.emplace_back("errors", array_of(standing.errors));
    return Data::object(std::move(members));
}

void print(const Standing& standing, Printer& printer) {
    const RecordedRun& run = *standing.run;
    const std::string totals = totals_text(run);
    const bool is_good = standing.status() == ExitStatus::success;
    printer.line(
        run.policy() + ": " + state_of(standing) + "; run " + std::to_string(run.number) + ", " +
            whole_seconds_text(standing.age) + " ago" + (totals.empty() ? "" : ", " + totals),
        is_good ? Printer::Tone::good : Printer::Tone::bad
    );
    for (const Failure& failure : standing.failures) {
        std::string line = "    not kept since " + local_time(failure.since) + " (run " +
                           std::to_string(failure.since_run) +
                           "): " + title_of(failure.outcome.promise);
        const std::string reason = reason_text(failure.outcome);
        if (!reason.empty()) line += ": " + reason;
        printer.line(line);
    }
    for (const std::string& error : standing.errors)
        printer.line("    error: " + error);
}

/// 7 wins over 1, as a run that did not end leaves the host unknown.
ExitStatus status_of(const std::vector<Standing>& all) {
    const auto any = [&](ExitStatus status) {
        return std::ranges::any_of(all, [&](const Standing& standing) {
            return standing.status() == status;
        });
    };
    if (all.empty() || any(ExitStatus::stale)) return ExitStatus::stale;
    return any(ExitStatus::not_kept) ? ExitStatus::not_kept : ExitStatus::success;
}

/// As the history has it, or the end of that after a slash.
bool is_named(const RecordedRun& run, const std::string& policy) {
    const std::string name = run.policy();
    return policy.empty() || name == policy || name.ends_with("/" + policy);
}

} // namespace

int show_status(const Options& options, Reading& history) {
    const auto now = std::chrono::system_clock::now();
    std::vector<Standing> all;
    for (const RecordedRun* run : history.last_runs()) {
        if (is_named(*run, options.history.what))
            all.push_back(standing_of(*run, history, now, options.history.max_age));
    }
    const ExitStatus status = status_of(all);
    Printer printer(options);
    if (options.history.is_json) {
        Data::Array items;
        items.reserve(all.size());
        for (const Standing& standing : all)
            items.push_back(shown_standing(standing));
        printer.document(Data::object(
            {{"exit_status", Data::integer(number_of(status))},
             {"policies", Data::array(std::move(items))}}
        ));
        return printer.finished(number_of(status));
    }
    if (all.empty())
        printer.line(
            options.history.what.empty()
                ? "No run is recorded here; -w names another work folder."
                : "No run of " + options.history.what + " is recorded here."
        );
    for (const Standing& standing : all)
        print(standing, printer);
    return printer.finished(number_of(status));
}

} // namespace vow::agent
