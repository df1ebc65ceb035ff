#include "protocol/harness/fuzz/generator.h"

#include <doctest/doctest.h>

using namespace vow;
using namespace vow::harness;

namespace {

PromiseTypeDescription setting() {
    return {
        .name = "setting",
        .promiser_pattern = "/.+",
        .attributes = {
            {.name = "key", .required = true, .pattern = "[a-z]+"},
            {.name = "state", .choices = {"present", "absent"}},
            {.name = "size", .type = AttributeType::int_}}};
}

} // namespace

TEST_CASE("what is made valid is allowed by the description, and the same for the same seed") {
    const PromiseTypeDescription type = setting();
    Dice dice(7);
    Dice again(7);
    for (int i = 0; i < 100; ++i) {
        const auto promise = Generator(type, dice).valid_promise();
        REQUIRE(promise.has_value());
        CHECK(allows(type, *promise, ""));
        const auto same = Generator(type, again).valid_promise();
        CHECK(same->promiser == promise->promiser);
        CHECK(Data::object(same->attributes) == Data::object(promise->attributes));
    }
}

TEST_CASE("a near miss has one thing wrong, in the attribute it names") {
    const PromiseTypeDescription type = setting();
    Dice dice(1);
    for (int i = 0; i < 100; ++i) {
        const auto miss = Generator(type, dice).near_miss();
        if (!miss) continue;
        CAPTURE(miss->attribute);
        CHECK(allows(type, miss->promise, miss->attribute));
    }
}

TEST_CASE("nothing is made where no text is known for a pattern") {
    PromiseTypeDescription type = setting();
    type.promiser_pattern = "[0-9]{40}";
    Dice dice(1);
    CHECK(!Generator(type, dice).valid_promise().has_value());
    CHECK(!Generator(type, dice).near_miss().has_value());
}

TEST_CASE("a pattern matches the whole text") {
    CHECK(matches_whole("abc", "[a-z]+"));
    CHECK(!matches_whole("abc1", "[a-z]+"));
    CHECK(matches_whole("b", "a|b"));
    CHECK(matches_whole("anything", ""));
    CHECK(!matches_whole("x", "["));
}
