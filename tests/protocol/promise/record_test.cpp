#include "protocol/promise/record.h"

#include <doctest/doctest.h>

#include <cerrno>

namespace record_test {

using namespace vow;

namespace {

const PromiseType type{.name = "t"};

Promise promise(Terms::Policy policy) {
    Promise made{.type = &type, .promiser = "/x"};
    made.terms.policy = policy;
    return made;
}

constexpr auto silently = [](LogLevel, std::string_view) {};

} // namespace

TEST_CASE("a change is recorded once it was made") {
    const Promise fixing = promise(Terms::Policy::fix);
    Record record(fixing, silently);
    CHECK(record.allows(Change{.what = "create file '/x'", .path = "/x"}));
    CHECK(record.changes().empty());
    record.repaired("Created file '/x'");
    CHECK(record.allows("set its mode"));
    record.failed("Cannot set its mode");
    record.repaired("Something else");
    REQUIRE(record.changes().size() == 1);
    CHECK(record.changes().front().what == "create file '/x'");
    CHECK(record.changes().front().path == "/x");
}

TEST_CASE("a system error is a failure, and denied if permission is missing") {
    const Promise fixing = promise(Terms::Policy::fix);
    Record refused(fixing, silently);
    refused.failed_with(EROFS, "Cannot create '/x'");
    CHECK(refused.verdicts() == Verdicts{Verdict::not_kept, Verdict::denied});
    Record full(fixing, silently);
    full.failed_with(ENOSPC, "Cannot create '/x'");
    CHECK(full.verdicts() == Verdicts{Verdict::not_kept});
}

TEST_CASE("a change that is not allowed is recorded as needed") {
    const Promise warning = promise(Terms::Policy::warn);
    Record record(warning, silently);
    CHECK_FALSE(record.allows("create file '/x'"));
    REQUIRE(record.changes().size() == 1);
    CHECK(record.changes().front().what == "create file '/x'");
    CHECK(record.has_only_warned());
}

TEST_CASE("something missing that another promise may bring fails only a real run") {
    for (const auto policy : {Terms::Policy::fix, Terms::Policy::warn}) {
        const Promise promised = promise(policy);
        Record record(promised, silently);
        record.missing("Service 'x' does not exist");
        CHECK(record.verdicts() == Verdicts{Verdict::not_kept});
        CHECK(record.has_only_warned() == (policy == Terms::Policy::warn));
    }
}

TEST_CASE("a pretended change is needed and not made") {
    const Promise dry = promise(Terms::Policy::dry_run);
    Record record(dry, silently);
    record.pretend();
    CHECK(record.allows("insert a line"));
    record.repaired("Inserted a line");
    CHECK(record.changes().size() == 1);
    CHECK(record.has_only_warned());
    CHECK(record.verdicts().worst() == Verdict::not_kept);
    CHECK_FALSE(record.verdicts().has(Verdict::repaired));
}

TEST_CASE("pretending changes nothing where changes are allowed") {
    const Promise fixing = promise(Terms::Policy::fix);
    Record record(fixing, silently);
    record.pretend();
    CHECK(record.allows("insert a line"));
    record.repaired("Inserted a line");
    CHECK(record.verdicts() == Verdicts{Verdict::repaired});
}

TEST_CASE("a promise that nothing can tell of has only warned") {
    const Promise dry = promise(Terms::Policy::dry_run);
    Record record(dry, silently);
    record.cannot_tell(Untold::command, "Would run it");
    CHECK(record.has_only_warned());
    CHECK(record.untold() == Untold::command);
}

} // namespace record_test
