#include "protocol/promise/outcome.h"

#include <doctest/doctest.h>

namespace outcome_test {

using namespace vow;

TEST_CASE("the worst verdict is the outcome's result") {
    CHECK(Verdicts().worst() == Verdict::kept);
    CHECK(Verdicts{Verdict::kept, Verdict::repaired}.worst() == Verdict::repaired);
    CHECK(Verdicts{Verdict::error, Verdict::kept}.worst() == Verdict::error);
    CHECK(Outcome::of(Verdict::not_kept).result() == Verdict::not_kept);
}

TEST_CASE("verdicts contain each verdict once") {
    Verdicts verdicts{Verdict::kept};
    verdicts.add(Verdict::kept);
    verdicts.add(Verdicts{Verdict::timed_out});
    CHECK(verdicts == Verdicts{Verdict::timed_out, Verdict::kept});
    CHECK(verdicts.has(Verdict::timed_out));
    CHECK_FALSE(verdicts.has(Verdict::repaired));
    CHECK_FALSE(verdicts.empty());
    CHECK(text_of(verdicts.worst()) == "timed_out");
}

} // namespace outcome_test
