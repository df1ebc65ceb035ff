#include "protocol/client/promise_exchange.h"

#include <doctest/doctest.h>

namespace logging_faults_test {

using namespace vow;
using namespace vow::client;
using wire::Operation;
using wire::Result;

namespace {

/// The lines about a module that sent this result, after logging one line of each of these levels.
std::vector<std::string> faults_after(
    Operation operation,
    Result result,
    std::initializer_list<LogLevel> logged,
    Terms::Policy policy = Terms::Policy::fix
) {
    const PromiseType type{"jp"};
    const Promise promise{
        .type = &type,
        .promiser = "x",
        .origin = {.file = "F", .line = 6},
        .terms = {.policy = policy}};
    LogCount log;
    for (const LogLevel level : logged)
        log.add(level);
    return find_logging_faults(operation, result, log, promise);
}

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("a failure needs an error line, a repair an info line, an error a critical line") {
    const auto evaluate = Operation::evaluate_promise;
    CHECK(
        faults_after(Operation::validate_promise, Result::invalid, {LogLevel::warning}) ==
        Lines{"Bug in promise module - No error(s) logged for invalid jp promise with promiser "
              "'x' (F:6)"}
    );
    CHECK(
        faults_after(evaluate, Result::not_kept, {}) ==
        Lines{"Bug in promise module - Failed to log errors for not kept jp promise with "
              "promiser 'x' (F:6)"}
    );
    CHECK(
        faults_after(evaluate, Result::repaired, {LogLevel::verbose}) ==
        Lines{"Bug in promise module - Failed to log about changes made by a repaired jp promise "
              "with promiser 'x' (F:6)"}
    );
    CHECK(faults_after(evaluate, Result::error, {LogLevel::error}).size() == 1);
}

TEST_CASE("a module that logs the required lines is not reported") {
    const auto evaluate = Operation::evaluate_promise;
    CHECK(faults_after(Operation::validate_promise, Result::valid, {}).empty());
    CHECK(faults_after(Operation::validate_promise, Result::invalid, {LogLevel::error}).empty());
    CHECK(faults_after(evaluate, Result::kept, {}).empty());
    CHECK(faults_after(evaluate, Result::not_kept, {LogLevel::critical}).empty());
    CHECK(faults_after(evaluate, Result::repaired, {LogLevel::info}).empty());
    CHECK(faults_after(evaluate, Result::error, {LogLevel::critical}).empty());
}

TEST_CASE("a module under warn must warn, and neither repair nor log changes") {
    const auto evaluate = Operation::evaluate_promise;
    for (const auto policy :
         {Terms::Policy::warn,
          Terms::Policy::nop,
          Terms::Policy::dry_run,
          Terms::Policy::simulate}) {
        CHECK(faults_after(evaluate, Result::kept, {LogLevel::verbose}, policy).empty());
        CHECK(faults_after(evaluate, Result::not_kept, {LogLevel::warning}, policy).empty());
        CHECK(
            faults_after(evaluate, Result::not_kept, {}, policy) ==
            Lines{"Bug in promise module - Failed to log warnings for not kept jp promise with "
                  "promiser 'x' (F:6) while making changes on the system disabled"}
        );
        CHECK(
            faults_after(evaluate, Result::kept, {LogLevel::info}, policy) ==
            Lines{"Bug in promise module - 'info:' log messages reported for jp promise with "
                  "promiser 'x' (F:6) while making changes on the system disabled"}
        );
        CHECK(
            faults_after(evaluate, Result::repaired, {}, policy) ==
            Lines{"Bug in promise module - jp promise with promiser 'x' (F:6) repaired while "
                  "making changes on the system disabled"}
        );
    }
}

} // namespace logging_faults_test
