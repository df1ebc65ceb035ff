#include "agent/command_line/history_options.h"
#include "agent/command_line/options.h"

#include <doctest/doctest.h>

namespace history_options_test {

using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

Options read(const std::vector<std::string>& words) {
    auto parsed = options_from(words);
    REQUIRE(std::holds_alternative<Options>(parsed));
    return std::get<Options>(parsed);
}

} // namespace

TEST_CASE("an age is a number with a unit") {
    CHECK(age_from("90") == 90s);
    CHECK(age_from("90s") == 90s);
    CHECK(age_from("15m") == 15min);
    CHECK(age_from("2h") == 2h);
    CHECK(age_from("1d") == 24h);
    CHECK(age_from("1w") == 168h);
    CHECK(age_from("0") == 0s);
    for (const char* wrong : {"", "d", "-1d", "1x", "1dd", "1 d", "1.5h", "99999999999d"})
        CHECK_MESSAGE(!age_from(wrong), wrong);
}

TEST_CASE("numbers of runs can count from the last one") {
    const Options diff = read({"history", "diff", "-2", "7", "-w", "/w"});
    CHECK(diff.command == Options::Command::history);
    CHECK(diff.history.view == HistoryOptions::View::difference);
    CHECK(diff.history.run == -2);
    CHECK(diff.history.other == 7);
    CHECK(diff.work_directory == "/w");
    CHECK(read({"history", "show", "-1"}).history.view == HistoryOptions::View::show);
    CHECK_FALSE(read({"report"}).history.run);
    for (const char* wrong : {"abc", "1x", "99999999999999999999"}) {
        const auto parsed = options_from({"history", "show", wrong});
        CHECK_MESSAGE(std::holds_alternative<Reply>(parsed), wrong);
    }
}

TEST_CASE("the history is a list by itself, in the work folder that is named before or after") {
    CHECK(read({"history", "--since", "1d"}).history.view == HistoryOptions::View::list);
    CHECK(read({"history", "-w", "/w", "show"}).work_directory == "/w");
    CHECK(read({"history", "-w", "/w", "show"}).history.view == HistoryOptions::View::show);
    CHECK(read({"status", "main.cf", "--max-age", "15m"}).history.max_age == 15min);
}

} // namespace history_options_test
