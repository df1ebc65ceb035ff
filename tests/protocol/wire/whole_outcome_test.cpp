#include "protocol/wire/whole_outcome.h"

#include <doctest/doctest.h>

namespace whole_outcome_test {

using namespace vow;
using namespace vow::wire;

namespace {

/// As it arrives on the other side of a pipe.
Data sent(const Data& data) {
    const auto read = parse_json(json_text(data));
    REQUIRE(std::holds_alternative<Data>(read));
    return std::get<Data>(read);
}

} // namespace

TEST_CASE("all terms of a promise arrive") {
    for (const auto policy :
         {Terms::Policy::fix,
          Terms::Policy::warn,
          Terms::Policy::nop,
          Terms::Policy::dry_run,
          Terms::Policy::simulate}) {
        Terms terms;
        read_terms(
            terms,
            sent(data_from(Terms{
                .policy = policy, .parts = Terms::Parts::listed, .limit = std::chrono::seconds(7)}))
        );
        CHECK(terms.policy == policy);
        CHECK(terms.parts == Terms::Parts::listed);
        CHECK(terms.limit == std::chrono::seconds(7));
    }
}

TEST_CASE("all of an outcome arrives, with bytes that are not text") {
    const Outcome outcome{
        .verdicts = {Verdict::kept, Verdict::not_kept, Verdict::timed_out},
        .only_warned = true,
        .parts = {{"/a\xff", {Verdict::repaired}}},
        .output = std::string("a\xff\0b", 4),
        .errors = "text",
        .exit_code = 3,
        .signal = 15};
    const auto read = outcome_from(sent(data_from(outcome)));
    REQUIRE(read);
    CHECK(read->verdicts == outcome.verdicts);
    CHECK(read->only_warned);
    REQUIRE(read->parts.size() == 1);
    CHECK(read->parts[0].promiser == "/a\xff");
    CHECK(read->parts[0].verdicts == Verdicts{Verdict::repaired});
    CHECK(read->output == outcome.output);
    CHECK(read->errors == "text");
    CHECK(read->exit_code == 3);
    CHECK(read->signal == 15);
    CHECK_FALSE(outcome_from(Data::string("kept")));
}

TEST_CASE("only promises in UTF-8 are sent unchanged") {
    const PromiseType type{"commands"};
    Promise promise{.type = &type, .promiser = "/bin/echo"};
    promise.attributes.set("arglist", std::vector<std::string>{"ä"});
    CHECK(is_sent_unchanged(promise));
    promise.attributes.set("contain", Data::object({{"chdir", Data::string("/\xff")}}));
    CHECK_FALSE(is_sent_unchanged(promise));
}

} // namespace whole_outcome_test
