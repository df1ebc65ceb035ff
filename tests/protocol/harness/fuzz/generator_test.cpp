#include "protocol/harness/fuzz/generator.h"

#include <doctest/doctest.h>

#include <set>

namespace generator_test {

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

TEST_CASE("a valid promise satisfies the description, and is the same for the same seed") {
    const PromiseTypeDescription type = setting();
    Dice dice(7);
    Dice again(7);
    for (int i = 0; i < 100; ++i) {
        const auto promise = Generator(type, dice).valid_promise();
        REQUIRE(promise.has_value());
        CHECK(Generator(type, dice).faults_of(*promise).empty());
        const auto same = Generator(type, again).valid_promise();
        CHECK(same->promiser == promise->promiser);
        CHECK(Data::object(same->attributes) == Data::object(promise->attributes));
    }
}

TEST_CASE("a near miss has one fault, in the attribute that it names") {
    const PromiseTypeDescription type = setting();
    Dice dice(1);
    for (int i = 0; i < 100; ++i) {
        const auto miss = Generator(type, dice).near_miss();
        if (!miss) continue;
        CAPTURE(miss->attribute);
        const auto faults = Generator(type, dice).faults_of(miss->promise);
        REQUIRE(faults.size() == 1);
        CHECK(text_of(faults[0]).find(miss->attribute) != std::string::npos);
    }
}

TEST_CASE("no promise is made when no text is known for a pattern") {
    PromiseTypeDescription type = setting();
    type.promiser_pattern = "[0-9]{40}";
    Dice dice(1);
    CHECK(!Generator(type, dice).valid_promise().has_value());
    CHECK(!Generator(type, dice).near_miss().has_value());
}

TEST_CASE("generated promises satisfy the rules, and a near miss has one fault, in bodies too") {
    const PromiseTypeDescription type = {
        .name = "file",
        .attributes =
            {{.name = "create", .type = AttributeType::bool_},
             {.name = "delete", .type = AttributeType::body},
             {.name = "depth", .type = AttributeType::int_, .pattern = "[1-9][0-9]*"},
             {.name = "select",
              .type = AttributeType::body,
              .attributes =
                  {{.name = "names", .type = AttributeType::slist, .pattern = "[a-z]+"},
                   {.name = "types", .type = AttributeType::slist, .choices = {"reg", "dir"}},
                   {.name = "result", .required = true}},
              .rules = {{.needs = {"names", "types"}}}}},
        .rules = {
            {.with = {"delete"}, .excludes = {"create"}},
            {.with = {"delete", "depth"}, .needs = {"select"}}}};
    Dice dice(3);
    Generator generator(type, dice);
    int in_bodies = 0;
    int of_rules = 0;
    for (int i = 0; i < 300; ++i) {
        if (const auto promise = generator.valid_promise())
            CHECK(generator.faults_of(*promise).empty());
        const auto miss = generator.near_miss();
        if (!miss) continue;
        const auto faults = generator.faults_of(miss->promise);
        REQUIRE(faults.size() == 1);
        CHECK(text_of(faults[0]).find(miss->attribute) != std::string::npos);
        if (faults[0].body == "select") ++in_bodies;
        if (faults[0].kind == Fault::Kind::rule) ++of_rules;
    }
    CHECK(in_bodies > 0);
    CHECK(of_rules > 0);
}

TEST_CASE("wrong values of every type are found, and cover every kind of data") {
    using enum AttributeType;
    Dice dice(5);
    CompiledPatterns patterns;
    Values values(dice, patterns);
    for (const AttributeType type : {string, int_, real, bool_, slist, body}) {
        const PromiseTypeDescription description = {.attributes = {{.name = "x", .type = type}}};
        Generator generator(description, dice);
        std::set<Data::Kind> kinds;
        for (int i = 0; i < 200; ++i) {
            const auto wrong = values.wrong_for(description.attributes[0]);
            REQUIRE(wrong.has_value());
            if (generator.faults_of({.attributes = {{"x", *wrong}}}).empty()) continue;
            kinds.insert(wrong->kind());
        }
        CHECK(kinds.size() >= 3);
    }
}

} // namespace generator_test
