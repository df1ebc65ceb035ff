#include "agent/report/sinks/spdlog_line.h"

#include <doctest/doctest.h>

#include <ctime>

namespace spdlog_line_test {

using namespace vow::agent;

namespace {

std::string formatted(spdlog::formatter& formatter, int day) {
    std::tm noon{.tm_hour = 12, .tm_mday = day, .tm_mon = 10, .tm_year = 126, .tm_isdst = -1};
    spdlog::details::log_msg message = message_of("text");
    message.time = std::chrono::system_clock::from_time_t(std::mktime(&noon));
    spdlog::memory_buf_t line;
    formatter.format(message, line);
    return {line.data(), line.size()};
}

} // namespace

TEST_CASE("a pattern pads the day of the month with a blank") {
    const auto format = pattern_format("<30>%b %?: %v", "\n");
    CHECK(formatted(*format, 9) == "<30>Nov  9: text\n");
    CHECK(formatted(*format, 10) == "<30>Nov 10: text\n");
}

TEST_CASE("a line without a time is the message alone") {
    const auto format = line_format(Timestamps::no, "");
    CHECK(formatted(*format, 9) == "text");
}

} // namespace spdlog_line_test
