#include "agent/history/run_recorder.h"
#include "tests/support/fake_host.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <memory>

namespace run_recorder_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

const RunTime noon = std::chrono::system_clock::from_time_t(1'000'000'000);
const PromiseType files{.name = "files"};

struct Run {
    tests::TemporaryFolder folder;
    test::FakeHost host;
    std::string log;
    DiskState state{folder / "state", host, [this](LogLevel, std::string_view line) {
                        log.append(line).append("\n");
                    }};
    RunRecorder recorder{state};
    Secrets secrets;

    void keep(const std::string& promiser, const Outcome& outcome, std::string_view error = "") {
        const Promise promise{
            .type = &files, .promiser = promiser, .origin = {.file = "/p.cf", .line = 3}};
        recorder.receive(PromiseStarted{promise});
        if (!error.empty()) recorder.receive(LogLine{LogLevel::error, error});
        recorder.receive(PromiseDone{promise, outcome});
    }
    void begin() { recorder.begin(noon, Data::object({{"policy", Data::string("/p.cf")}})); }
    void finish() { recorder.finish(noon + 2s, 1, Data::object({}), secrets); }

    /// The history as another program reads it.
    struct Read {
        std::unique_ptr<Database> database;
        History history;
    };
    Read read() {
        auto database = std::make_unique<Database>(folder / "state/vow.db");
        History history(*database);
        return {std::move(database), history};
    }
};

} // namespace

TEST_CASE("a run is recorded with each outcome that is not kept, and all times") {
    Run run;
    run.begin();
    run.keep("/kept", Outcome::of(Verdict::kept));
    run.keep("/repaired", Outcome::of(Verdict::repaired));
    run.keep("/failed", Outcome::of(Verdict::denied), "it may not");
    run.keep("/later", Outcome::of(Verdict::not_kept));
    run.finish();

    auto [database, history] = run.read();
    const auto runs = history.runs();
    REQUIRE(runs.size() == 1);
    CHECK(runs[0].exit_status == 1);
    CHECK(runs[0].finished == noon + 2s);
    const auto outcomes = history.outcomes(1);
    REQUIRE(outcomes.size() == 3);
    CHECK(outcomes[0].result == "repaired");
    CHECK_FALSE(outcomes[0].reason);
    CHECK(outcomes[1].result == "not_kept");
    CHECK(outcomes[1].promise.place == "/p.cf:3");
    CHECK(outcomes[1].reason->find("name")->text() == "it may not");
    CHECK(outcomes[2].reason->find("name") == nullptr); // the error belongs to another promise
    CHECK(history.timings(1).size() == 4);
    CHECK(run.log.empty());
}

TEST_CASE("a failure is handled only if its run succeeds") {
    const Promise promise{
        .type = &files, .promiser = "/failed", .origin = {.file = "/p.otter", .line = 3}};
    const auto recorded = [&](int exit_status) {
        Run run;
        run.begin();
        run.recorder.receive(PromiseStarted{promise});
        run.recorder.receive(PromiseDone{promise, Outcome::of(Verdict::repaired), Handled::yes});
        run.recorder.receive(PromiseStarted{promise});
        run.recorder.receive(PromiseDone{promise, Outcome::of(Verdict::denied), Handled::yes});
        run.recorder.finish(noon + 2s, exit_status, Data::object({}), run.secrets);
        return run.read().history.outcomes(1);
    };
    const auto caught = recorded(0), fatal = recorded(1);
    REQUIRE(caught.size() == 2);
    CHECK_FALSE(caught[0].is_handled); // nothing to handle
    CHECK(caught[1].is_handled);
    REQUIRE(fatal.size() == 2);
    CHECK(is_failure(fatal[1]));
}

TEST_CASE("the reason of a failure is the error that its language does not log") {
    Run run;
    run.begin();
    const Promise promise{.type = &files, .promiser = "/failed", .origin = {}};
    const Outcome denied = Outcome::of(Verdict::denied);
    run.recorder.receive(PromiseStarted{promise});
    run.recorder.receive(PromiseDone{.promise = promise, .outcome = denied, .error = "it may not"});
    run.finish();
    const auto outcomes = run.read().history.outcomes(1);
    const Data* name = outcomes.at(0).reason->find("name");
    REQUIRE(name != nullptr);
    CHECK(name->text() == "it may not");
}

TEST_CASE("errors of no promise are recorded, the first ones, and a long one by its size") {
    Run run;
    run.begin();
    run.recorder.receive(LogLine{LogLevel::warning, "only a warning"});
    run.recorder.receive(LogLine{LogLevel::error, std::string(20'000, 'x')});
    for (int number = 0; number < 30; ++number) {
        const std::string text = "error " + std::to_string(number);
        run.recorder.receive(LogLine{LogLevel::error, text});
    }
    run.finish();

    auto [database, history] = run.read();
    const auto errors = history.errors(1);
    REQUIRE(errors.size() == RunRecorder::max_errors);
    CHECK(errors[0] == "an error of 20000 bytes");
    CHECK(errors[1] == "error 0");
}

TEST_CASE("a secret that is learned after its event is masked all the same") {
    Run run;
    run.begin();
    Outcome outcome = Outcome::of(Verdict::repaired);
    outcome.changes = {field_change("", "/f", "content", "correct-horse", "new")};
    run.keep("/etc/correct-horse", outcome);
    run.keep(
        "/x", Outcome::of(Verdict::not_kept), "no correct-horse at https://ada:pw@example.org"
    );
    run.secrets.add(Data::string("correct-horse"));
    run.finish();

    auto [database, history] = run.read();
    const auto outcomes = history.outcomes(1);
    REQUIRE(outcomes.size() == 2);
    CHECK(outcomes[0].promise.promiser == "/etc/***");
    CHECK(json_text(outcomes[0].changes).find("correct") == std::string::npos);
    CHECK(outcomes[1].reason->find("name")->text() == "no *** at https://***@example.org");
    CHECK(history.timings(1).at(0).promise.promiser == "/etc/***");
}

TEST_CASE("a run that ran nothing leaves no record") {
    Run run;
    run.begin();
    run.recorder.discard();
    run.finish();
    auto [database, history] = run.read();
    CHECK(history.runs().empty());
}

TEST_CASE("a disk that cannot take a record is logged once, and documents stay readable") {
    Run run;
    run.host.files[run.folder / "state/vow.db"] = "";
    CHECK(run.state.put("space", "key", Data::string("value")) == Documents::Stored::yes);
    run.begin();
    run.finish();
    Database(run.folder / "state/vow.db")
        .run("CREATE TRIGGER full BEFORE INSERT ON run BEGIN SELECT RAISE(FAIL, 'full'); END");
    run.begin();
    run.keep("/repaired", Outcome::of(Verdict::repaired));
    run.finish();
    run.begin();
    CHECK(
        run.log == "Cannot record the run in '" + (run.folder / "state") +
                       "': full; the run continues without it\n"
    );
    CHECK(run.state.document("space", "key") == Data::string("value"));
    auto [database, history] = run.read();
    CHECK(history.runs().size() == 1);
}

} // namespace run_recorder_test
