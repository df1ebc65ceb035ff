#include "protocol/harness/conversation.h"
#include "protocol/harness/process_traces.h"
#include "protocol/system/process_table.h"

#include <doctest/doctest.h>

#include <csignal>

namespace adoption_test {

using namespace vow::harness;
using namespace std::chrono_literals;

namespace {

/// A program that starts another one in a session of its own, prints a line, and exits.
const Subject deserter = {
    .name = "deserter", .command = {"/bin/sh", "-c", "setsid sleep 600 >/dev/null & echo; exit 0"}};

int desert(const Adoption& adoption) {
    Conversation conversation(deserter, 10s);
    REQUIRE(conversation.wait_for_end());
    const auto left = adoption.adopted(conversation.process_id());
    REQUIRE(left.size() == 1);
    return left.front();
}

} // namespace

TEST_CASE("a process left by a module is found even in another session, and killed at the end") {
    int left = 0;
    {
        const Adoption adoption;
        left = desert(adoption);
        CHECK(::kill(left, 0) == 0);
    }
    CHECK(::kill(left, 0) != 0);
}

TEST_CASE("no process is adopted if the module leaves none") {
    const Adoption adoption;
    CHECK(adoption.adopted(0).empty());
}

} // namespace adoption_test
