#include "policy/run/world.h"
#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace lists_test {

using namespace vow::test;

namespace {

struct ListSurroundings : FakeSurroundings {
    ListSurroundings() {
        values.emplace("l", Value::list({"b", "a", "c", "a"}));
        values.emplace("empty", Value::list(std::vector<std::string>{}));
        values.emplace("folders", Value::list({"/d/", "/e/", "d/"}));
        values.emplace("root", Value::list({"/"}));
        values.emplace("x[k1]", Value::string("v1"));
        values.emplace("x[k2]", Value::string("v2"));
        values.emplace("scalar", Value::string("s"));
    }
};

} // namespace

TEST_CASE("a collection is a list, a container, an array, JSON, or the name of one") {
    ListSurroundings around;
    check_calls(
        R"(
        join | , | l => b,a,c,a
        join | , | @(l) => b,a,c,a
        join | , | @{l} => b,a,c,a
        join | , | empty => ""
        join | , | x => v1,v2
        join | , | ["p","q"] => p,q
        join | , | {"z":"1","y":2,"n":null,"o":["p"]} => 1,2
        join | , | [l, "t"] => t
        join | , | scalar => -
        join | , | nothing => -
        length | l => 4
        length | x => 2
        length | [[1,2],{}] => 2
        length | nothing => -
    )",
        around
    );
}

TEST_CASE("lists are treated as sets") {
    ListSurroundings around;
    check_calls(
        R"(
        unique | l => [b,a,c]
        unique | nothing => -
        difference | l | ["a"] => [b,c]
        difference | l | nothing => -
        intersection | l | ["a","z","c"] => [a,c]
        intersection | nothing | l => -
    )",
        around
    );
}

TEST_CASE("the elements of lists are matched with patterns") {
    ListSurroundings around;
    check_calls(
        R"(
        every | [a-c] | l => true
        every | a | l => false
        every | a | empty => false
        every | [ | l => -
        some | c | l => true
        some | d | l => false
        some | d | nothing => -
        none | d | l => true
        none | c | l => false
        none | c | nothing => -
        reglist | l | c => true
        reglist | l | d => false
        reglist | nothing | d => -
        regarray | x | v2 => true
        regarray | nothing | v2 => -
        grep | [ab] | l => [b,a,a]
        grep | [ab] | nothing => -
        filter | [ab] | l | true | false | 2 => [b,a]
        filter | a | l | false | true | inf => [b,c]
        filter | a | nothing | false | true | 9 => -
        filter | /d | folders | false | true | 9 => [/e/,d/]
        filter | /d/ | folders | false | false | 9 => [/d/]
        filter | d | folders | false | false | 9 => []
        filter |  | root | false | false | 9 => []
    )",
        around
    );
}

TEST_CASE("elements are selected and reordered") {
    ListSurroundings around;
    check_calls(
        R"(
        nth | l | 0 => b
        nth | l | -1 => a
        nth | l | 4 => -
        nth | x | k2 => v2
        nth | {"k":true} | k => true
        nth | {"k":[]} | k => -
        reverse | l => [a,c,a,b]
        reverse | nothing => -
        sublist | l | head | 2 => [b,a]
        sublist | l | tail | 2 => [c,a]
        sublist | l | tail | 99 => [b,a,c,a]
        sublist | nothing | tail | 1 => -
        shuffle | ["a","b","c","d","e"] | seed => [e,a,c,b,d]
        shuffle | nothing | seed => -
        expandrange | h[2-4].x | 1 => [h2.x,h3.x,h4.x]
        expandrange | [5-1] | 2 => [5,3,1]
        expandrange | h[0-1.000000] | 1 => [h0,h1]
        expandrange | h[0-1.5x] | 1 => -
        expandrange | h[2-4] | 0 => -
        expandrange | h | 1 => -
    )",
        around
    );
}

TEST_CASE("lists are sorted by text, number and address") {
    ListSurroundings around;
    check_calls(
        R"(
        sort | l => [a,a,b,c]
        sort | l | lex => [a,a,b,c]
        sort | ["10","9","x","-1"] | int => [x,-1,9,10]
        sort | ["1.5","1.25"] | real => [1.25,1.5]
        sort | ["10.0.0.10","::1","10.0.0.9","name"] | IP => [name,10.0.0.9,10.0.0.10,::1]
        sort | ["00:00:00:00:00:0b","x","0:0:0:0:0:A"] | MAC => [0:0:0:0:0:A,x,00:00:00:00:00:0b]
        sort | ["00:00:00:00:00:0b","x","00:00:0:0:0:00A"] | MAC => [x,00:00:0:0:0:00A,00:00:00:00:00:0b]
        sort | ["0.88","00.88"] | real => [00.88,0.88]
        sort | nothing => -
        max | ["9","10"] | int => 10
        max | ["9","10"] | lex => 9
        max | empty | lex => -
        min | ["9","10"] | int => 9
        min | nothing | int => -
    )",
        around
    );
}

TEST_CASE("a signal ends a function that walks through a list") {
    ListSurroundings around;
    around.patterns = {"$(this)", "$(this)"};
    around.fakes.stop.number = 15;
    const std::vector<std::vector<std::string>> calls = {
        {"difference", "l", "empty"},
        {"every", ".*", "l"},
        {"expandrange", "[1-3]", "1"},
        {"filter", "a", "l", "false", "false", "9"},
        {"grep", "a", "l"},
        {"intersection", "l", "l"},
        {"join", ",", "l"},
        {"maparray", "", "x"},
        {"maplist", "", "l"},
        {"max", "l", "int"},
        {"min", "l", "lex"},
        {"some", "z.*", "l"},
        {"sort", "l", "lex"},
        {"sort", "l", "ip"},
        {"sum", "l"},
        {"unique", "l"}};
    for (const std::vector<std::string>& call : calls) {
        CAPTURE(call.front());
        CHECK_THROWS_AS(
            result_of(call.front(), {call.begin() + 1, call.end()}, around), vow::Cancelled
        );
    }
}

} // namespace lists_test
