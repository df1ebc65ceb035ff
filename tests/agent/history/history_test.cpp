#include "agent/history/history.h"
#include "protocol/data/conversion.h"

#include <doctest/doctest.h>

namespace history_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

const RunTime noon = std::chrono::system_clock::from_time_t(1'000'000'000);

Data start_of(const std::string& policy) {
    return Data::object({{"policy", Data::string(policy)}, {"user", Data::string("root")}});
}

RecordedOutcome outcome_of(const std::string& promiser, const std::string& result) {
    return {.promise = {"files", promiser, "/p.cf:3"}, .result = result};
}

/// A history in memory.
struct Records {
    Database database{":memory:"};
    History history;

    explicit Records(HistoryLimits limits = {}) : history(database, limits) {}

    RecordedRun begin(const std::string& policy) {
        RecordedRun run{.started = noon, .start = start_of(policy), .process = RunProcess::own()};
        run.number = history.begin(run.started, run.start, run.process);
        return run;
    }
    std::int64_t add(const std::string& policy, RunEnd end) {
        const RecordedRun run = begin(policy);
        end.time = noon + 2s;
        history.finish(run, end);
        return run.number;
    }
    std::vector<std::int64_t> numbers() {
        std::vector<std::int64_t> found;
        for (const RecordedRun& run : history.runs())
            found.push_back(run.number);
        return found;
    }
};

} // namespace

TEST_CASE("a history of an earlier version gets the tables that it lacks") {
    Records records;
    records.database.run("DROP TABLE error");
    CHECK_FALSE(records.database.has_table("error"));
    const History later(records.database, {});
    CHECK(records.database.has_table("error"));
}

TEST_CASE("a run is unfinished until it is finished") {
    Records records;
    const RecordedRun begun = records.begin("/p.cf");
    RecordedRun run = records.history.runs().at(0);
    CHECK(run.policy() == "/p.cf");
    CHECK(run.started == noon);
    CHECK_FALSE(run.finished);
    CHECK_FALSE(run.exit_status);
    CHECK_FALSE(run.totals);
    CHECK(run.is_running());
    CHECK_FALSE(run.is_unfinished());

    run.process.start_ticks += 1; // another process has its number by now
    CHECK_FALSE(run.is_running());
    CHECK(run.is_unfinished());

    records.history.finish(
        begun,
        {.time = noon + 3s, .exit_status = 1, .totals = Data::object({{"kept", Data::integer(7)}})}
    );
    run = records.history.runs().at(0);
    CHECK(run.number == begun.number);
    CHECK(run.finished == noon + 3s);
    CHECK(run.exit_status == 1);
    CHECK(json_text(*run.totals) == R"({"kept":7})");
    CHECK_FALSE(run.is_running());
    CHECK_FALSE(run.is_unfinished());
}

TEST_CASE("an outcome is read as it was written") {
    Records records;
    RecordedOutcome outcome = outcome_of("/etc/<b>'\"", "not_kept");
    outcome.bundle = "main";
    outcome.handle = "motd";
    outcome.pass = 2;
    outcome.is_handled = true;
    outcome.duration = 1234us;
    outcome.reason = Data::object({{"kind", Data::string("failed")}});
    outcome.changes = Data::array({Data::object({{"object", Data::string("x")}})});
    const auto run = records.add("/p.cf", {.outcomes = {outcome, outcome_of("/b", "repaired")}});

    const auto found = records.history.outcomes(run);
    REQUIRE(found.size() == 2);
    CHECK(found[0].promise.promiser == outcome.promise.promiser);
    CHECK(found[0].promise.type == "files");
    CHECK(found[0].promise.place == "/p.cf:3");
    CHECK(found[0].bundle == "main");
    CHECK(found[0].handle == "motd");
    CHECK(found[0].pass == 2);
    CHECK(found[0].result == "not_kept");
    CHECK(found[0].is_handled);
    CHECK(found[0].duration == 1234us);
    CHECK(found[0].reason == outcome.reason);
    CHECK(found[0].changes == outcome.changes);
    CHECK(found[1].promise.promiser == "/b");
    CHECK_FALSE(found[1].reason);
    CHECK(found[1].changes.size() == 0);
}

TEST_CASE("times are read as they were written, and others are ignored") {
    Records records;
    const auto run =
        records.add("/p.cf", {.timings = R"([["files","/a","/p.cf:3",20],["odd"],7])"});
    const auto timings = records.history.timings(run);
    REQUIRE(timings.size() == 1);
    CHECK(timings[0].promise.promiser == "/a");
    CHECK(timings[0].duration == 20us);
}

TEST_CASE("the oldest runs go, with their outcomes, and numbers are not used again") {
    Records records({.runs = 3});
    for (int count = 0; count < 5; ++count)
        records.add("/p.cf", {.outcomes = {outcome_of("/a", "repaired")}});
    CHECK(records.numbers() == std::vector<std::int64_t>{3, 4, 5});
    CHECK(records.history.outcomes(2).empty());
    CHECK(records.history.outcomes(3).size() == 1);

    records.history.discard(5);
    CHECK(records.add("/p.cf", {}) == 6);
    CHECK(records.numbers() == std::vector<std::int64_t>{3, 4, 6});
}

TEST_CASE("runs go until there is room for a large one") {
    Records records({.runs = 200, .bytes = 10'000});
    for (int count = 0; count < 3; ++count)
        records.add("/p.cf", {.outcomes = {outcome_of(std::string(3'000, 'a'), "repaired")}});
    CHECK(records.numbers() == std::vector<std::int64_t>{1, 2, 3});
    records.add("/p.cf", {.outcomes = {outcome_of(std::string(6'000, 'a'), "repaired")}});
    CHECK(records.numbers() == std::vector<std::int64_t>{3, 4});

    SUBCASE("one beyond all room is there alone") {
        records.add("/p.cf", {.outcomes = {outcome_of(std::string(30'000, 'a'), "repaired")}});
        CHECK(records.numbers() == std::vector<std::int64_t>{5});
    }
}

TEST_CASE("a run whose record is gone is recorded when it ends") {
    Records records;
    const RecordedRun run = records.begin("/p.cf");
    records.history.discard(run.number);
    records.history.finish(run, {.time = noon, .outcomes = {outcome_of("/a", "repaired")}});
    CHECK(records.numbers() == std::vector<std::int64_t>{run.number});
    CHECK(records.history.outcomes(run.number).size() == 1);
}

} // namespace history_test
