#include "policy/run/guarded.h"
#include "policy/run/world.h"

#include <doctest/doctest.h>

#include <new>
#include <stdexcept>

namespace guarded_test {

using namespace vow;

namespace {

/// The reason that a step fails with when it throws.
template <class Failure>
std::string reason_for(Failure failure) {
    return guarded(
        [&]() -> std::string { throw failure; }, [](const std::string& reason) { return reason; }
    );
}

struct EndOfRun {};

} // namespace

TEST_CASE("a guarded step has its result when it throws nothing") {
    CHECK(guarded([] { return 1; }, [](const std::string&) { return 2; }) == 1);
}

TEST_CASE("an exception of a step is its failure, in words for the author of a policy") {
    CHECK(reason_for(std::runtime_error("the disk is full")) == "the disk is full");
    CHECK(reason_for(std::bad_alloc()) == "there is not enough memory");
    CHECK(
        reason_for(std::length_error("basic_string::append")) ==
        "a value would be larger than any memory"
    );
}

TEST_CASE("exceptions that steer the run pass a guarded step untouched") {
    const auto fail = [](const std::string&) { FAIL("it is not a failure"); };
    CHECK_THROWS_AS(guarded([] { throw Cancelled{}; }, fail), Cancelled);
    CHECK_THROWS_AS(guarded([] { throw EndOfRun{}; }, fail), EndOfRun);
}

TEST_CASE("errors that a language names pass, and derived ones as well") {
    struct OwnError : std::runtime_error {
        using runtime_error::runtime_error;
    };
    const auto fail = [](const std::string&) { FAIL("it is the language's own"); };
    CHECK_THROWS_AS(guarded<OwnError>([] { throw OwnError("x"); }, fail), OwnError);
    CHECK_THROWS_AS(guarded<std::runtime_error>([] { throw OwnError("x"); }, fail), OwnError);
}

} // namespace guarded_test
