#include "agent/review/printer.h"
#include "agent/review/run_text.h"
#include "agent/review/views.h"

#include <map>
#include <tuple>

namespace vow::agent {
namespace {

using Outcomes = std::vector<RecordedOutcome>;

/// Outcomes of one promise in two runs; either may be absent.
struct Pair {
    const RecordedOutcome* before = nullptr;
    const RecordedOutcome* after = nullptr;

    bool is_same() const {
        return before != nullptr && after != nullptr && before->result == after->result &&
               before->changes == after->changes;
    }
};

/// A promise that a loop makes several times has a key for each: `count` distinguishes them.
using PromiseKey = std::tuple<std::string, std::string, std::string, std::size_t>;

class KeyMaker {
public:
    PromiseKey key_of(const RecordedPromise& promise) {
        PromiseKey first{promise.type, promise.promiser, promise.place, 0};
        const std::size_t count = seen_[first]++;
        std::get<3>(first) = count;
        return first;
    }

private:
    std::map<PromiseKey, std::size_t> seen_;
};

/// In the order of the first run, then those of the second alone.
std::vector<Pair> differences(const Outcomes& before, const Outcomes& after) {
    std::vector<Pair> pairs;
    pairs.reserve(before.size() + after.size());
    std::map<PromiseKey, std::size_t> places;
    KeyMaker first, second;
    for (const RecordedOutcome& outcome : before) {
        places.emplace(first.key_of(outcome.promise), pairs.size());
        pairs.push_back({.before = &outcome});
    }
    for (const RecordedOutcome& outcome : after) {
        const auto place = places.find(second.key_of(outcome.promise));
        if (place == places.end())
            pairs.push_back({.after = &outcome});
        else
            pairs[place->second].after = &outcome;
    }
    std::erase_if(pairs, [](const Pair& pair) { return pair.is_same(); });
    return pairs;
}

Data data_or_null(const RecordedOutcome* outcome) {
    return outcome == nullptr ? Data() : data_of(*outcome);
}

Data document_of(const RecordedRun& one, const RecordedRun& other, const std::vector<Pair>& pairs) {
    Data::Array items;
    items.reserve(pairs.size());
    for (const Pair& pair : pairs) {
        items.push_back(Data::object(
            {{"before", data_or_null(pair.before)}, {"after", data_or_null(pair.after)}}
        ));
    }
    return Data::object(
        {{"run", Data::integer(one.number)},
         {"other", Data::integer(other.number)},
         {"differences", Data::array(std::move(items))}}
    );
}

} // namespace

int show_difference(const Options& options, Reading& history) {
    const RecordedRun& one = history.run(options.history.run.value_or(-1));
    const RecordedRun& other = history.run(options.history.other);
    const Outcomes before = history.outcomes(one);
    const Outcomes after = history.outcomes(other);
    const auto pairs = differences(before, after);
    Printer printer(options);
    if (options.history.is_json) {
        printer.document(document_of(one, other, pairs));
        return printer.finished(number_of(ExitStatus::success));
    }
    const auto heading = [&](const char* mark, const RecordedRun& run) {
        const std::string totals = totals_text(run);
        printer.line(
            mark + ("run " + std::to_string(run.number)) + ", " + local_time(run.started) + ", " +
            run.policy() + ": " + state_of(run) + (totals.empty() ? "" : ", " + totals)
        );
    };
    heading("- ", one);
    heading("+ ", other);
    if (one.policy() == other.policy() && one.text("policy_digest") != other.text("policy_digest"))
        printer.line("The policy changed in between.");
    if (pairs.empty()) printer.line("Both did the same.");
    for (const Pair& pair : pairs) {
        if (pair.before != nullptr) printer.outcome(*pair.before, "- ");
        if (pair.after != nullptr) printer.outcome(*pair.after, "+ ");
    }
    return printer.finished(number_of(ExitStatus::success));
}

} // namespace vow::agent
