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

TEST_CASE("each reason for an unknown outcome has a word of its own") {
    for (const Untold why :
         {Untold::no_dry_run,
          Untold::command,
          Untold::unknown_value,
          Untold::no_network,
          Untold::no_service}) {
        CHECK(untold_from(text_of(why)) == why);
    }
    CHECK_FALSE(untold_from("kept"));
}

TEST_CASE("an outcome takes over the changes of a part, and that it is unknown") {
    Outcome whole = Outcome::of(Verdict::kept);
    Outcome part = Outcome::unknown(Untold::command);
    part.changes.push_back({.what = "run it"});
    whole.add(part);
    CHECK(whole.untold == Untold::command);
    CHECK(whole.changes.size() == 1);
    CHECK(whole.would_repair());
    CHECK_FALSE(whole.has_failed());
}

} // namespace outcome_test
