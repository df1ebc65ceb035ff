#include "agent/report/tally.h"

#include <doctest/doctest.h>

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
    CHECK(tally.all_kept());
    CHECK(tally.summary({}) == "0 kept, 1 repaired, 1 not kept, 0 skipped in 0.00 s");
    tally.receive(PromiseDone{promise, Outcome::of(Verdict::error)});
    CHECK_FALSE(tally.all_kept());
}

TEST_CASE("the tally does not count a promise as skipped when a later pass keeps it") {
    Tally tally(Tally::Skipped::counted);
    tally.receive(PromiseSkipped{"files", "/etc/motd", promise.origin, SkipReason::guard, "linux"});
    tally.receive(PromiseSkipped{"files", "/etc/issue", promise.origin, SkipReason::guard, "linux"}
    );
    tally.receive(PromiseDone{promise, Outcome::of(Verdict::kept)});
    CHECK(tally.summary({}) == "1 kept, 0 repaired, 0 not kept, 1 skipped in 0.00 s");
}
