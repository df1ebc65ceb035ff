#include "agent/personality/program_classes.h"

#include <doctest/doctest.h>

using namespace vow;
using namespace vow::agent;

TEST_CASE("a log level defines its class and, from info on, those of the levels before it") {
    const auto classes_at = [](LogLevel level) {
        Options options;
        options.console.level = level;
        return program_classes(options);
    };
    using Classes = std::vector<std::string>;
    CHECK(classes_at(LogLevel::notice) == Classes{"agent", "notice_mode"});
    CHECK(classes_at(LogLevel::info) == Classes{"agent", "inform_mode"});
    CHECK(classes_at(LogLevel::verbose) == Classes{"agent", "inform_mode", "verbose_mode"});
    CHECK(
        classes_at(LogLevel::debug) == Classes{"agent", "inform_mode", "verbose_mode", "debug_mode"}
    );
}
