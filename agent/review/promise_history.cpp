#include "agent/review/printer.h"
#include "agent/review/run_text.h"
#include "agent/review/views.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <tuple>

namespace vow::agent {
namespace {

constexpr std::size_t repairs_of_flapping = 3; ///< at least, in a row

/// The subject of a change: kind, object and field.
using Subject = std::tuple<std::string, std::string, std::string>;

struct Occurrence {
    const RecordedRun* run;
    RecordedOutcome outcome;
};

/// Another promise that changes the same things in the same runs.
struct Rival {
    std::string title;
    std::string object;
    std::set<std::int64_t> runs;
};

bool is_named(const RecordedPromise& promise, const std::string& what) {
    return promise.promiser == what || promise.place == what || promise.place.ends_with("/" + what);
}

std::vector<Subject> subjects_of(const RecordedOutcome& outcome) {
    std::vector<Subject> subjects;
    const auto text = [](const Data& change, const char* member) {
        const Data* value = change.find(member);
        return value == nullptr ? std::string() : std::string(value->text());
    };
    for (const Data& change : outcome.changes.items()) {
        if (text(change, "kind") == "command") continue; // running twice undoes nothing
        subjects.emplace_back(text(change, "kind"), text(change, "object"), text(change, "field"));
    }
    return subjects;
}

/// The outcomes of one promise in all runs.
class PromiseHistory {
public:
    PromiseHistory(const std::string& what, Reading& history) {
        for (const RecordedRun& run : history.runs()) {
            if (run.finished) read(run, what, history);
        }
    }

    const std::vector<Occurrence>& occurrences() const { return occurrences_; }
    const std::vector<Rival>& rivals() const { return rivals_; }
    std::size_t runs() const { return seen_.size(); }
    std::size_t count(std::string_view result) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            occurrences_, [&](const Occurrence& each) { return each.outcome.result == result; }
        ));
    }
    bool flaps() const { return longest_row_ >= repairs_of_flapping; }
    std::size_t longest_row() const { return longest_row_; }

private:
    void read(const RecordedRun& run, const std::string& what, Reading& history) {
        const auto outcomes = history.outcomes(run);
        std::vector<const RecordedOutcome*> own, others;
        for (const RecordedOutcome& outcome : outcomes) {
            const bool is_own = is_named(outcome.promise, what) || outcome.handle == what;
            (is_own ? own : others).push_back(&outcome);
            if (is_own) promises_.insert({outcome.promise.type, outcome.promise.promiser});
        }
        const bool was_kept =
            std::ranges::any_of(history.timings(run), [&](const RecordedTiming& timing) {
                return is_own(timing.promise, what);
            });
        if (!own.empty() || was_kept) seen_.insert(run.number);
        if (own.empty()) row_ = was_kept ? 0 : row_;
        for (const RecordedOutcome* outcome : own) {
            count_row(*outcome);
            for (const RecordedOutcome* other : others)
                compare(*outcome, *other, run);
            occurrences_.push_back({&run, *outcome});
        }
    }

    /// A promise that is named by its handle is known by its outcomes only, once it had one.
    bool is_own(const RecordedPromise& promise, const std::string& what) const {
        return is_named(promise, what) || promises_.contains({promise.type, promise.promiser});
    }

    void count_row(const RecordedOutcome& outcome) {
        const bool is_repair = outcome.result == "repaired" && !subjects_of(outcome).empty();
        row_ = is_repair ? row_ + 1 : 0;
        longest_row_ = std::max(longest_row_, row_);
    }

    void compare(const RecordedOutcome& own, const RecordedOutcome& other, const RecordedRun& run) {
        const auto theirs = subjects_of(other);
        for (const Subject& subject : subjects_of(own)) {
            if (std::ranges::find(theirs, subject) == theirs.end()) continue;
            const std::string title = title_of(other.promise);
            const std::string& object = std::get<1>(subject);
            auto rival = std::ranges::find_if(rivals_, [&](const Rival& each) {
                return each.title == title && each.object == object;
            });
            if (rival == rivals_.end())
                rival =
                    rivals_.insert(rivals_.end(), {.title = title, .object = object, .runs = {}});
            rival->runs.insert(run.number);
        }
    }

    std::vector<Occurrence> occurrences_;
    std::vector<Rival> rivals_;
    std::set<std::pair<std::string, std::string>> promises_; ///< by type and promiser
    std::set<std::int64_t> seen_;                            ///< the runs that had the promise
    std::size_t row_ = 0, longest_row_ = 0;                  ///< of repairs
};

Data count_of(std::size_t count) {
    return Data::integer(static_cast<std::int64_t>(count));
}

Data document_of(const PromiseHistory& found) {
    Data::Array outcomes, rivals;
    for (const auto& [run, outcome] : found.occurrences()) {
        const Data data = data_of(outcome);
        std::vector<Data::Member> members = {
            {"run", Data::integer(run->number)}, {"started", Data::string(utc_time(run->started))}};
        members.insert(members.end(), data.members().begin(), data.members().end());
        outcomes.push_back(Data::object(std::move(members)));
    }
    for (const Rival& rival : found.rivals()) {
        Data::Array runs;
        for (const std::int64_t run : rival.runs)
            runs.push_back(Data::integer(run));
        rivals.push_back(Data::object(
            {{"promise", Data::string(rival.title)},
             {"object", Data::string(rival.object)},
             {"runs", Data::array(std::move(runs))}}
        ));
    }
    return Data::object(
        {{"runs", count_of(found.runs())},
         {"repaired", count_of(found.count("repaired"))},
         {"not_kept", count_of(found.count("not_kept"))},
         {"flaps", Data::boolean(found.flaps())},
         {"fights", Data::array(std::move(rivals))},
         {"outcomes", Data::array(std::move(outcomes))}}
    );
}

std::string times(std::size_t count) {
    return count == 1 ? "once" : std::to_string(count) + " times";
}

void print(const PromiseHistory& found, Printer& printer) {
    for (const auto& [run, outcome] : found.occurrences())
        printer.outcome(
            outcome, "run " + std::to_string(run->number) + "  " + local_time(run->started) + "  "
        );
    printer.line(
        "In " + std::to_string(found.runs()) + (found.runs() == 1 ? " run: " : " runs: ") +
        "repaired " + times(found.count("repaired")) + ", not kept " +
        times(found.count("not_kept")) + "."
    );
    if (found.flaps())
        printer.line(
            "It flaps: it was repaired in " + std::to_string(found.longest_row()) +
                " runs in a row, so something undoes it.",
            Printer::Tone::bad
        );
    for (const Rival& rival : found.rivals())
        printer.line(
            "It fights with " + rival.title + ": both changed '" + rival.object + "' in " +
                std::to_string(rival.runs.size()) + (rival.runs.size() == 1 ? " run." : " runs."),
            Printer::Tone::bad
        );
}

} // namespace

int show_promise(const Options& options, Reading& history) {
    const std::string& what = options.history.what;
    const PromiseHistory found(what, history);
    if (found.runs() == 0) {
        std::fprintf(
            stderr,
            "vow: no recorded run had a promise '%s'; name it by FILE:LINE, by its promiser, or, "
            "if "
            "it changed something, by its handle\n",
            what.c_str()
        );
        return number_of(ExitStatus::not_kept);
    }
    Printer printer(options);
    if (options.history.is_json)
        printer.document(document_of(found));
    else
        print(found, printer);
    return printer.finished(number_of(ExitStatus::success));
}

} // namespace vow::agent
