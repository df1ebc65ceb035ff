#include "agent/pull/frame.h"
#include "agent/pull/journal.h"

#include <doctest/doctest.h>

#include <unistd.h>

namespace journal_test {

using namespace vow;
using namespace vow::agent;

namespace {

Offer offer(const std::string& version) {
    return {
        .target = "groups/web.json",
        .document = R"({"version": ")" + version + "\"}",
        .bundle = "web " + version,
        .digest = version,
        .data = {{"token", "12"}}};
}

} // namespace

TEST_CASE("the state of pulls is read again as it was written") {
    PullState state{.good = offer("1"), .candidate = offer("2"), .attempts = 2, .pinned = "1"};
    state.bad.push_back(
        {.id = offer("3").id(), .bundle = "web 3", .digest = "3", .why = "it failed", .time = 7}
    );
    state.last = {.time = 8, .exit_status = 11, .run_status = 1, .rule = "", .message = "bad"};
    const PullState read = pull_state_from(data_of(state));
    CHECK(read.good == state.good);
    CHECK(!read.previous);
    CHECK(*read.current() == offer("2"));
    CHECK(read.attempts == 2);
    CHECK(read.pinned == "1");
    REQUIRE(read.find_bad(offer("3").id()) != nullptr);
    CHECK(read.find_bad(offer("3").id())->why == "it failed");
    CHECK(read.find_bad(offer("2").id()) == nullptr);
    CHECK(read.last.run_status == 1);
    CHECK(read.last.exit_status == 11);
}

TEST_CASE("another document, bundle or secret makes another release") {
    const std::string id = offer("1").id();
    CHECK(offer("1").id() == id);
    Offer other = offer("1");
    other.digest = "2";
    CHECK(other.id() != id);
    other = offer("1");
    other.document += " ";
    CHECK(other.id() != id);
    other = offer("1");
    other.data["token"] = "13";
    CHECK(other.id() != id);
}

TEST_CASE("a frame arrives whole, and not at all if it is too large or cut off") {
    Pipe pipe = open_pipe();
    CHECK(send_frame(pipe.writing, "content", "abc"));
    CHECK(send_frame(pipe.writing, "content", "abcd"));
    const auto frame = receive_frame(pipe.reading, 3);
    REQUIRE(frame);
    CHECK(frame->name == "content");
    CHECK(frame->bytes == "abc");
    CHECK(!receive_frame(pipe.reading, 3));
    Pipe other = open_pipe();
    CHECK(write_all(other.writing, "half of a head"));
    other.writing.close();
    CHECK(!receive_frame(other.reading, 100));
    Pipe silent = open_pipe();
    CHECK(!receive_frame(silent.reading, 100, {.until = std::chrono::steady_clock::now()}));
}

} // namespace journal_test
