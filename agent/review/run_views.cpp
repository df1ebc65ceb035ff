#include "agent/review/printer.h"
#include "agent/review/run_text.h"
#include "agent/review/views.h"
#include "protocol/data/conversion.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace vow::agent {

int review_history(const Options& options) {
    Reading history(options);
    switch (options.history.view) {
    case HistoryOptions::View::list: return list_runs(options, history);
    case HistoryOptions::View::show: return show_run(options, history);
    case HistoryOptions::View::difference: return show_difference(options, history);
    case HistoryOptions::View::promise: return show_promise(options, history);
    case HistoryOptions::View::status: return show_status(options, history);
    case HistoryOptions::View::report: return write_report(options, history);
    }
    return number_of(ExitStatus::fault);
}

namespace {

constexpr std::size_t shown_timings = 5;

std::string number_text(const std::optional<std::int64_t>& number) {
    return number ? std::to_string(*number) : "-";
}

/// A row of the list of runs; the header has the same columns.
std::string row_of(const std::array<std::string, 7>& cells, const std::string& policy) {
    std::array<char, 160> text{};
    std::snprintf(
        text.data(),
        text.size(),
        "%5s  %-19s  %10s  %-20s  %5s  %8s  %8s  ",
        cells[0].c_str(),
        cells[1].c_str(),
        cells[2].c_str(),
        cells[3].c_str(),
        cells[4].c_str(),
        cells[5].c_str(),
        cells[6].c_str()
    );
    return text.data() + policy;
}

std::string row_of(const RecordedRun& run) {
    const auto duration = duration_of(run);
    return row_of(
        {std::to_string(run.number),
         local_time(run.started),
         duration ? duration_text(*duration) : "-",
         state_of(run),
         number_text(total_of(run, "kept")),
         number_text(total_of(run, "repaired")),
         number_text(total_of(run, "not_kept"))},
        run.policy()
    );
}

Printer::Tone tone_of(const RecordedRun& run) {
    return run.has_failed() || run.is_unfinished() ? Printer::Tone::bad : Printer::Tone::plain;
}

std::string words_of(const Data* words) {
    std::string text;
    if (words == nullptr) return text;
    for (const Data& word : words->items())
        text.append(text.empty() ? "" : " ").append(word.text());
    return text;
}

void print_heading(const RecordedRun& run, Printer& printer) {
    printer.line("run " + std::to_string(run.number) + " of " + run.policy());
    std::string line = "began " + local_time(run.started);
    if (const auto duration = duration_of(run)) line += ", took " + duration_text(*duration);
    printer.line(line + ", by " + run.text("user") + " on " + run.text("host"));
    printer.line("vow " + run.text("vow") + ": vow " + words_of(run.start.find("options")));
    const std::string totals = totals_text(run);
    printer.line(state_of(run) + (totals.empty() ? "" : ": " + totals), tone_of(run));
}

Data document_of(
    const RecordedRun& run,
    const std::vector<std::string>& errors,
    const std::vector<RecordedOutcome>& outcomes,
    const std::vector<RecordedTiming>& timings
) {
    const Data summary = data_of(run);
    std::vector<Data::Member> members(summary.members().begin(), summary.members().end());
    for (const char* name : {"host", "vow", "options"}) {
        const Data* value = run.start.find(name);
        members.emplace_back(name, value == nullptr ? Data() : *value);
    }
    members.emplace_back("errors", array_of(errors));
    Data::Array items;
    items.reserve(outcomes.size());
    for (const RecordedOutcome& outcome : outcomes)
        items.push_back(data_of(outcome));
    members.emplace_back("outcomes", Data::array(std::move(items)));
    members.emplace_back("omitted", Data::integer(run.omitted));
    Data::Array slow;
    for (const RecordedTiming& timing : slowest(timings, shown_timings)) {
        slow.push_back(Data::object(
            {{"type", Data::string(timing.promise.type)},
             {"promiser", Data::string(timing.promise.promiser)},
             {"place", Data::string(timing.promise.place)},
             {"duration", Data::real(std::chrono::duration<double>(timing.duration).count())}}
        ));
    }
    members.emplace_back("slowest", Data::array(std::move(slow)));
    return Data::object(std::move(members));
}

} // namespace

int list_runs(const Options& options, Reading& history) {
    std::vector<const RecordedRun*> runs;
    const auto now = std::chrono::system_clock::now();
    for (const RecordedRun& run : history.runs()) {
        if (!options.history.since || run.started >= now - *options.history.since)
            runs.push_back(&run);
    }
    Printer printer(options);
    if (options.history.is_json) {
        Data::Array items;
        items.reserve(runs.size());
        for (const RecordedRun* run : runs)
            items.push_back(data_of(*run));
        printer.document(Data::array(std::move(items)));
        return printer.finished(number_of(ExitStatus::success));
    }
    if (runs.empty()) {
        printer.line("No run is recorded here; -w names another work folder.");
    } else {
        printer.line(
            row_of({"run", "began", "took", "result", "kept", "repaired", "not kept"}, "policy")
        );
    }
    for (const RecordedRun* run : runs)
        printer.line(row_of(*run), tone_of(*run));
    return printer.finished(number_of(ExitStatus::success));
}

int show_run(const Options& options, Reading& history) {
    const RecordedRun& run = history.run(options.history.run.value_or(-1));
    auto outcomes = history.outcomes(run);
    const auto errors = history.errors(run);
    const auto timings = history.timings(run);
    Printer printer(options);
    if (options.history.is_json) {
        printer.document(document_of(run, errors, outcomes, timings));
        return printer.finished(number_of(ExitStatus::success));
    }
    print_heading(run, printer);
    for (const std::string& error : errors)
        printer.line("error: " + error, Printer::Tone::bad);
    std::stable_partition(outcomes.begin(), outcomes.end(), is_failure);
    for (const RecordedOutcome& outcome : outcomes)
        printer.outcome(outcome);
    if (run.omitted > 0)
        printer.line(std::to_string(run.omitted) + " more outcomes were not recorded");
    if (!timings.empty()) printer.line("slowest:");
    for (const RecordedTiming& timing : slowest(timings, shown_timings))
        printer.line("    " + duration_text(timing.duration) + "  " + title_of(timing.promise));
    if (!timings.empty()) printer.line("slowest modules:");
    for (const TypeTiming& type : slowest_types(timings, shown_timings))
        printer.line("    " + duration_text(type.duration) + "  " + title_of(type));
    return printer.finished(number_of(ExitStatus::success));
}

} // namespace vow::agent
