#include "agent/pull/pull_record.h"

#include "agent/reporting/reporter.h"
#include "agent/run/run_start.h"

namespace vow::agent {
namespace {

Data text_or_null(const std::string& text) {
    return text.empty() ? Data() : Data::string(text);
}

RecordedOutcome outcome_of(const std::string& source, const PullRecord::What& what) {
    RecordedOutcome outcome{
        .promise = {.type = "pull", .promiser = source},
        .result = what.result,
        .reason = {},
        .changes = {}};
    if (what.result == "not_kept")
        outcome.reason =
            Data::object({{"kind", Data::string("failed")}, {"now", Data::string(what.message)}});
    else
        outcome.changes = Data::array({Data::object(
            {{"kind", Data::string("other")},
             {"object", Data::string("policy")},
             {"action", Data::string(what.before.empty() ? "create" : "update")},
             {"field", Data::string("version")},
             {"before", text_or_null(what.before)},
             {"after", text_or_null(what.after)}}
        )});
    return outcome;
}

Data totals_of(const std::optional<PullRecord::What>& what) {
    const auto count = [&](std::string_view result) {
        const bool is_it = what ? what->result == result : result == "kept";
        return Data::integer(is_it ? 1 : 0);
    };
    return Data::object(
        {{"kept", count("kept")}, {"repaired", count("repaired")}, {"not_kept", count("not_kept")}}
    );
}

} // namespace

PullRecord::PullRecord(
    const Options& options, const PullSettings& settings, Session& session, PullJournal& journal
)
    : options_(options),
      settings_(settings),
      session_(session),
      journal_(journal) {}

void PullRecord::begin() {
    Host& host = session_.world().host;
    RecordedRun run{
        .started = host.now(),
        .start = start_of(options_, "pull " + settings_.source, host),
        .process = RunProcess::own()};
    const bool is_recorded = journal_.database().record([&](Database& database) {
        run.number = History(database).begin(run.started, run.start, run.process);
    });
    if (is_recorded) run_ = std::move(run);
}

void PullRecord::finish(int exit_status, const std::optional<What>& what) {
    if (!run_) return;
    RunEnd end{
        .time = session_.world().host.now(), .exit_status = exit_status, .totals = totals_of(what)};
    if (what) end.outcomes.add(outcome_of(settings_.source, *what));
    std::optional<Reporter> reporter;
    History::Further report;
    if (auto settings = settings_with_fleet(settings_.reports, journal_.database())) {
        reporter.emplace(*std::move(settings), journal_.database());
        reporter->collect(session_.world().facts, session_.display().secrets());
        report = [&](Database& database, const RecordedRun& run, const RunEnd& run_end) {
            reporter->spool(database, run, run_end);
        };
    }
    journal_.database().record([&](Database& database) {
        History(database).finish(*run_, end, report);
    });
    if (!reporter) return;
    for (const std::string& problem : reporter->send(session_.world().host.now()))
        session_.world().observer.receive(LogLine{LogLevel::warning, "reports: " + problem});
}

} // namespace vow::agent
