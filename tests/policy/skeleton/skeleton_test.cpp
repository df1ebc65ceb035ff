#include "tests/policy/skeleton/language.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

namespace skeleton_test {

using namespace vow;
using namespace std::chrono_literals;

namespace {

using Texts = std::vector<std::string>;

/// A policy and the world it runs in; the time is the keeper's.
struct Run {
    test::FakeWorld fake = {};
    skeleton::SkeletonLanguage language = {};
    PromiseKeeper::Clock::time_point begin = fake.keeper.now();
    Diagnostics diagnostics = {};

    std::unique_ptr<Policy> load(const std::string& text) {
        fake.host.files["p.sk"] = text;
        return language.load("p.sk", fake.world, diagnostics);
    }
    Ending run(const std::string& text) {
        const auto policy = load(text);
        REQUIRE(policy != nullptr);
        return policy->run();
    }
    const Texts& transcript() const { return fake.observer.transcript; }
    std::chrono::nanoseconds passed() const { return fake.keeper.now() - begin; }
};

} // namespace

TEST_CASE("a skeleton policy keeps its promises in order") {
    Run run;
    const Ending ending = run.run("# comment\nfile /a mode=600 owner=root\nservice web\n");
    CHECK(ending.how == Ending::How::done);
    CHECK(ending.verdict == Verdict::kept);
    CHECK(run.transcript() == Texts{"file /a: kept", "service web: kept"});
    const auto& first = run.fake.keeper.started().front();
    CHECK(*first.attributes.text("mode") == "600");
    CHECK(first.origin.line == 2);
}

TEST_CASE("a parallel block keeps two promises at once") {
    Run run;
    run.fake.keeper.script("job", "slow").takes = 20s;
    run.fake.keeper.script("job", "quick").takes = 15s;
    run.run("parallel {\n  job slow\n  job quick\n}\njob last\n");
    CHECK(run.fake.keeper.most_pending() == 2);
    CHECK(run.passed() == 20s);
    CHECK(run.fake.keeper.finished() == Texts{"quick", "slow", "last"});
    CHECK(run.transcript() == Texts{"job slow: kept", "job quick: kept", "job last: kept"});
}

TEST_CASE("a promise that times out is cancelled, and a catch block goes on") {
    Run run;
    run.fake.keeper.script("job", "endless").takes = 24h;
    const Ending ending = run.run("try {\n"
                                  "  timeout 30 {\n"
                                  "    job endless\n"
                                  "  }\n"
                                  "} catch {\n"
                                  "  job instead\n"
                                  "}\n");
    CHECK(ending.verdict == Verdict::kept);
    CHECK(run.passed() == 30s);
    CHECK(run.fake.keeper.cancelled() == Texts{"endless"});
    CHECK(
        run.transcript() ==
        Texts{"job endless: error", "info: the time limit was reached", "job instead: kept"}
    );
}

TEST_CASE("a failure ends the policy when nothing catches it, and the other branches with it") {
    Run run;
    run.fake.keeper.script("job", "slow").takes = 1h;
    run.fake.keeper.script("job", "bad").outcome = Outcome::of(Verdict::not_kept);
    const Ending ending = run.run("parallel {\n  job bad\n  job slow\n}\njob last\n");
    CHECK(ending.how == Ending::How::done);
    CHECK(ending.verdict == Verdict::not_kept);
    CHECK(run.fake.keeper.cancelled() == Texts{"slow"});
    CHECK(run.transcript().back() == "error: job 'bad' is not_kept");
    CHECK(run.fake.keeper.started().size() == 2);
}

TEST_CASE("a policy waits for a time") {
    Run run;
    run.run("wait 90\njob a\n");
    CHECK(run.passed() == 90s);
    const auto time = run.fake.host.clock.now.time_since_epoch() + 10min;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
    run.run("wait until " + std::to_string(seconds) + "\njob b\n");
    CHECK(run.passed() == 90s + 10min);
    run.run("wait until 1\n"); // it has come
    CHECK(run.passed() == 90s + 10min);
}

TEST_CASE("a policy ends waiting at a gate, and a resumed run goes on after it") {
    Run run;
    const std::string policy = "job before\ngate approval\njob after\n";
    const Ending ending = run.run(policy);
    CHECK(ending.how == Ending::How::waiting);
    CHECK(ending.reason == "approval");
    CHECK(run.transcript() == Texts{"job before: kept"});
    run.fake.options.resume = Resume::yes;
    CHECK(run.run(policy).how == Ending::How::done);
    CHECK(run.transcript() == Texts{"job before: kept", "job after: kept"});
    run.run(policy); // it waits no more
    CHECK(run.transcript().back() == "error: no run of this policy waits at a gate");
}

TEST_CASE("a signal interrupts a policy that waits") {
    Run run;
    run.fake.stop.number = 15;
    CHECK(run.run("wait 3600\njob a\n").how == Ending::How::interrupted);
    CHECK(run.fake.keeper.started().empty());
}

TEST_CASE("errors of a skeleton policy name their place") {
    Run run;
    CHECK(run.load("job\n}\ntimeout soon {\ntry {\ngate g\n") == nullptr);
    std::string found;
    for (const Diagnostic& diagnostic : run.diagnostics.sorted()) {
        found += std::to_string(diagnostic.span.position().line) + " ";
        found.append(diagnostic.kind->name).append("\n");
    }
    CHECK(
        found == "1 malformed-statement\n"
                 "2 unexpected-brace\n"
                 "3 malformed-statement\n"
                 "4 missing-line\n" // "} catch {"
                 "4 missing-line\n" // "}"
                 "5 misplaced-gate\n"
    );
}

} // namespace skeleton_test
