#include "protocol/promise/log_level.h"

#include <doctest/doctest.h>

namespace log_level_test {

using namespace vow;

TEST_CASE("every log level is found by its own word") {
    for (const LogLevel level : {
             LogLevel::critical,
             LogLevel::error,
             LogLevel::warning,
             LogLevel::notice,
             LogLevel::info,
             LogLevel::verbose,
             LogLevel::debug,
         }) {
        CHECK(log_level_from(text_of(level)) == level);
    }
    CHECK(text_of(LogLevel::debug) == "debug");
}

TEST_CASE("an unknown word is not a log level") {
    CHECK_FALSE(log_level_from("banana").has_value());
    CHECK_FALSE(log_level_from("INFO").has_value());
    CHECK_FALSE(log_level_from("").has_value());
}

} // namespace log_level_test
