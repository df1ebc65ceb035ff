#include "policy/inmanta/operations/operations.h"
#include "policy/inmanta/syntax/mistake.h"

#include <doctest/doctest.h>

namespace formatting_test {

using namespace vow::inmanta;

namespace {

Value whole(std::int64_t number) {
    return number;
}

} // namespace

TEST_CASE("formatted pads and rounds as Python does") {
    CHECK(formatted(Value(12.34567), "10.2f") == "     12.35");
    CHECK(formatted(Value(std::string("ab")), ">5") == "   ab");
    CHECK(formatted(Value(std::string("ab")), "*^6") == "**ab**");
    CHECK(formatted(whole(42), "05") == "00042");
    CHECK(formatted(whole(-42), "05") == "-0042");
    CHECK(formatted(whole(255), "#x") == "0xff");
    CHECK(formatted(whole(1234567), ",") == "1,234,567");
    CHECK(formatted(Value(0.5), "%") == "50.000000%");
    CHECK(formatted(Value(true), "") == "true");
}

TEST_CASE("formatted refuses an unknown specification") {
    CHECK_THROWS_AS(formatted(whole(1), "z"), ModelError);
    CHECK_THROWS_AS(formatted(Value(std::string("a")), "d"), ModelError);
    CHECK_THROWS_AS(formatted(whole(1), "99999999"), ModelError);
}

TEST_CASE("result_of keeps whole numbers whole, and refuses what does not fit") {
    CHECK(result_of(Operator::times, whole(6), whole(7)) == whole(42));
    CHECK(result_of(Operator::divide, whole(6), whole(4)) == Value(1.5));
    CHECK(result_of(Operator::remainder, whole(-7), whole(3)) == whole(2));
    CHECK(result_of(Operator::power, whole(2), whole(10)) == whole(1024));
    CHECK_THROWS_AS(result_of(Operator::power, whole(10), whole(40)), ModelError);
    CHECK_THROWS_AS(result_of(Operator::divide, whole(1), whole(0)), ModelError);
    CHECK_THROWS_AS(result_of(Operator::less, Value(std::string("a")), whole(1)), ModelError);
}

TEST_CASE("result_of is unknown when an operand is") {
    CHECK(result_of(Operator::plus, whole(1), Value(Value::Unknown())).is_unknown());
}

TEST_CASE("cast converts texts and truth values, and refuses other texts") {
    CHECK(cast("int", Value(std::string(" 42 "))) == whole(42));
    CHECK(cast("number", Value(std::string("42.5"))) == Value(42.5));
    CHECK(cast("bool", Value(std::string())) == Value(false));
    CHECK(cast("string", Value(true)) == Value(std::string("true")));
    CHECK_THROWS_AS(cast("int", Value(std::string("0.0"))), ModelError);
    CHECK_THROWS_AS(cast("number", Value()), ModelError);
}

} // namespace formatting_test
