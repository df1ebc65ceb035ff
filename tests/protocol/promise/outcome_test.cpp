#include "protocol/promise/outcome.h"

#include <doctest/doctest.h>

using namespace vow;

TEST_CASE("the gravest verdict is the outcome's result") {
    CHECK(Verdicts().gravest() == Verdict::kept);
    CHECK(Verdicts{Verdict::kept, Verdict::repaired}.gravest() == Verdict::repaired);
    CHECK(Verdicts{Verdict::error, Verdict::kept}.gravest() == Verdict::error);
    CHECK(Outcome::of(Verdict::not_kept).result() == Verdict::not_kept);
}

TEST_CASE("verdicts are a set") {
    Verdicts verdicts{Verdict::kept};
    verdicts.add(Verdict::kept);
    verdicts.add(Verdicts{Verdict::timed_out});
    CHECK(verdicts == Verdicts{Verdict::timed_out, Verdict::kept});
    CHECK(verdicts.has(Verdict::timed_out));
    CHECK_FALSE(verdicts.has(Verdict::repaired));
    CHECK_FALSE(verdicts.empty());
    CHECK(text_of(verdicts.gravest()) == "timed_out");
}
