#include "agent/report/tally.h"

#include <doctest/doctest.h>

namespace tally_test {

using namespace vow;
using namespace vow::agent;

namespace {

const PromiseType type{"files"};
const Promise promise{.type = &type, .promiser = "/etc/motd"};

} // namespace

TEST_CASE("the tally counts a handled failure as not kept but not against the run") {
    Tally tally(Tally::Skipped::counted);
    tally.receive(PromiseDone{promise, Outcome::of(Verdict::repaired)});
    tally.receive(PromiseDone{promise, Outcome::of(Verdict::timed_out), Handled::yes});
    CHECK(tally.all_well());
    CHECK(tally.counts() == "0 kept, 1 repaired, 1 not kept, 0 skipped");
    tally.receive(PromiseDone{promise, Outcome::of(Verdict::error)});
    CHECK_FALSE(tally.all_well());
}

TEST_CASE("the tally does not count a promise as skipped when a later pass keeps it") {
    Tally tally(Tally::Skipped::counted);
    tally.receive(PromiseSkipped{"files", "/etc/motd", promise.origin, SkipReason::guard, "linux"});
    tally.receive(PromiseSkipped{"files", "/etc/issue", promise.origin, SkipReason::guard, "linux"}
    );
    tally.receive(PromiseDone{promise, Outcome::of(Verdict::kept)});
    CHECK(tally.counts() == "1 kept, 0 repaired, 0 not kept, 1 skipped");
}

TEST_CASE("the tally counts a promise once when a later pass skips it") {
    Tally tally(Tally::Skipped::counted);
    tally.receive(PromiseDone{promise, Outcome::of(Verdict::repaired)});
    tally.receive(PromiseSkipped{
        "files", "/etc/motd", promise.origin, SkipReason::locked, "too soon"});
    CHECK(tally.counts() == "0 kept, 1 repaired, 0 not kept, 0 skipped");
}

TEST_CASE("the tally counts a promise once when its promiser gets its value in a later pass") {
    const auto skipped_as_written = [](Tally& tally, const Origin& origin) {
        tally.receive(PromiseSkipped{
            .type = "files",
            .promiser = "/etc/$(name)",
            .origin = origin,
            .reason = SkipReason::guard,
            .because = "ready",
            .form = PromiserForm::written});
    };
    Tally tally(Tally::Skipped::counted);
    skipped_as_written(tally, promise.origin);
    CHECK(tally.counts() == "0 kept, 0 repaired, 0 not kept, 1 skipped");
    tally.receive(PromiseDone{promise, Outcome::of(Verdict::repaired)});
    CHECK(tally.counts() == "0 kept, 1 repaired, 0 not kept, 0 skipped");
    skipped_as_written(tally, promise.origin);
    CHECK(tally.counts() == "0 kept, 1 repaired, 0 not kept, 0 skipped");
    const Origin elsewhere{.file = "other.cf", .line = 3};
    skipped_as_written(tally, elsewhere);
    skipped_as_written(tally, elsewhere);
    CHECK(tally.counts() == "0 kept, 1 repaired, 0 not kept, 1 skipped");
}

TEST_CASE("the tally counts no report or call as skipped") {
    Tally tally(Tally::Skipped::counted);
    tally.receive(PromiseSkipped{
        .type = "reports",
        .promiser = "done",
        .origin = promise.origin,
        .reason = SkipReason::guard,
        .because = "linux",
        .kept_by = KeptBy::language});
    CHECK(tally.counts() == "0 kept, 0 repaired, 0 not kept, 0 skipped");
}

TEST_CASE("the tally counts a planned change apart from a failure") {
    Tally tally(Tally::Skipped::counted);
    Promise planned = promise;
    planned.terms.policy = Terms::Policy::dry_run;
    tally.receive(PromiseDone{planned, Outcome::warned()});
    CHECK(tally.all_well());
    tally.receive(PromiseDone{planned, Outcome::of(Verdict::not_kept)});
    CHECK(tally.counts() == "0 kept, 0 repaired, 1 to repair, 1 not kept, 0 skipped");
    CHECK_FALSE(tally.all_well());
}

TEST_CASE("the tally counts an error outside of promises only") {
    Tally tally(Tally::Skipped::ignored);
    const LogLine error{LogLevel::error, "no such folder"};
    tally.receive(PromiseStarted{promise});
    tally.receive(error);
    tally.receive(PromiseDone{promise, Outcome::of(Verdict::repaired)});
    CHECK(tally.all_well());
    tally.receive(LogLine{LogLevel::warning, "an old name"});
    CHECK(tally.all_well());
    tally.receive(error);
    CHECK(tally.has_errors());
    CHECK_FALSE(tally.all_well());
}

TEST_CASE("the totals count what would be repaired, what is unknown, and what fails the run") {
    Tally tally(Tally::Skipped::counted);
    tally.receive(PromiseDone{promise, Outcome::warned()});
    tally.receive(PromiseDone{promise, Outcome::unknown(Untold::command)});
    tally.receive(PromiseDone{promise, Outcome::of(Verdict::denied), Handled::yes});
    tally.receive(PromiseDone{promise, Outcome::of(Verdict::error)});
    CHECK(
        json_text(tally.totals()) ==
        R"({"kept":0,"repaired":0,"not_kept":2,"skipped":0,"would_repair":1,"cannot_be_told":1,)"
        R"("failed":1})"
    );
    CHECK(
        tally.counts() == "0 kept, 0 repaired, 1 to repair, 1 cannot be told, 2 not kept, 0 skipped"
    );
}

} // namespace tally_test
