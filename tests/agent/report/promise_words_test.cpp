#include "agent/report/promise_words.h"

#include <doctest/doctest.h>

#include <string>

namespace vow::agent {
namespace {

const PromiseType file_type{"files"};
const PromiseType command_type{"commands"};
const Origin in_motd{.file = "motd.cf", .line = 6};

Promise motd(std::string promiser = "/etc/motd") {
    return {.type = &file_type, .promiser = std::move(promiser), .origin = in_motd};
}

} // namespace

TEST_CASE("a promise is named by its type, promiser and place, on one line") {
    CHECK(promise_name(motd()) == "files /etc/motd (motd.cf:6)");
    CHECK(promise_name(motd("a\nb")) == "files a ... (motd.cf:6)");
    CHECK(
        promise_name(motd(std::string(130, 'x'))) ==
        "files " + std::string(120, 'x') + " ... (motd.cf:6)"
    );
    CHECK(promise_name(Promise{.type = &file_type, .promiser = "/m"}) == "files /m");
}

TEST_CASE("a command is named with its arguments") {
    Promise promise{.type = &command_type, .promiser = "/bin/echo"};
    promise.attributes.set("args", "one two");
    promise.attributes.set("arglist", std::vector<std::string>{"three", "four"});
    CHECK(promise_name(promise) == "commands /bin/echo one two three four");
}

TEST_CASE("a failure has its reason without the name of its promise") {
    const auto text = [](std::string_view quoted) {
        return outcome_text({motd(), Outcome::of(Verdict::not_kept)}, quoted);
    };
    CHECK(text("It is full") == "It is full");
    CHECK(text("motd.cf:6: It is full") == "It is full");
    CHECK(text("motd.cf:6: files promise '/etc/motd' failed: It is full") == "It is full");
    CHECK(text("first\nsecond") == "first ...");
    CHECK(text("").empty());
}

TEST_CASE("a repair has its changes, and a plan the reason why it cannot tell them") {
    Outcome repaired = Outcome::of(Verdict::repaired);
    repaired.changes = {content_change("", "/etc/motd", std::nullopt, "hello\n")};
    CHECK(outcome_text({motd(), repaired}, "") == "created; content +1 line");
    const Outcome unknown = Outcome::unknown(Untold::unknown_value);
    CHECK(word_of(unknown).text == "cannot be told");
    CHECK_FALSE(outcome_text({motd(), unknown}, "a line").empty());
    CHECK(outcome_text({motd(), unknown}, "a line").find("a line") == std::string::npos);
}

TEST_CASE("the level of an outcome is that of its word") {
    CHECK(word_of(Outcome::of(Verdict::kept)).level == LogLevel::verbose);
    CHECK(word_of(Outcome::of(Verdict::repaired)).level == LogLevel::notice);
    CHECK(word_of(Outcome::of(Verdict::timed_out)).text == "timed out");
    CHECK(word_of(Outcome::warned()).text == "would repair");
}

TEST_CASE("equal differences of the steps of a promise are shown once") {
    Outcome outcome = Outcome::of(Verdict::repaired);
    CHECK(diffs_of(outcome, Colored::no).empty());
    const Change change = content_change("", "/m", std::nullopt, "hello\n");
    outcome.changes = {change, change};
    CHECK(
        diffs_of(outcome, Colored::no) == "    --- /m\n    +++ /m\n    @@ -0,0 +1 @@\n    +hello"
    );
}

} // namespace vow::agent
