#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace numbers_test {

using namespace vow::test;

TEST_CASE("numbers are parsed, compared and combined into ranges") {
    check_calls(R"(
        int | 3.9 => 3
        int | -3.9k => -3900
        int | abc => -
        int | 1e300 => -
        irange | 5 | 1 => 1,5
        irange | 1 | x => -
        irange | 0 | now => 0,1700000000
        rrange | 1.5 | 0 => 0.000000,1.500000
        rrange | x | 0 => -
        isgreaterthan | 10 | 9 => true
        isgreaterthan | b10 | b9 => false
        islessthan | 1.5 | 2k => true
        islessthan | a | a => false
        randomint | 5 | 5 => 5
        randomint | 5 | 6 => 5
        randomint | x | 6 => -
    )");
}

TEST_CASE("a fold over numbers counts other texts as zero") {
    FakeSurroundings around;
    around.values.emplace("l", Value::list({"1", "2", "3", "x"}));
    check_calls(
        R"(
        sum | l => 6.000000
        sum | [] => 0.000000
        sum | nothing => -
        product | [2,3] => 6.000000
        product | nothing => -
        mean | [1,2,3] => 2.000000
        mean | ["10.20.30.40","12abc","x5"," 3"] => 6.300000
        mean | [] => -
        variance | [1,2,3] => 1.000000
        variance | [7] => 0.000000
        variance | [] => -
    )",
        around
    );
}

TEST_CASE("expressions are evaluated left to right on two levels, like the reference") {
    check_calls(R"(
        eval | 200 + 100 => 300.000000
        eval | 2 - (3 - 1) => 0.000000
        eval | 10 k + 1m => 1010000.000000
        eval | 2*3^2 => 36.000000
        eval | 3**0 => 1.000000
        eval | 3 / 0 => inf
        eval | -3.4 -3.4 => -6.800000
        eval | 1 * .75 => 0.750000
        eval | (200m - 100k) / (2t + 2t) => 0.000050
        eval | sqrt(16) + pi => 7.141593
        eval | 10 >= 11 => 0.000000
        eval | 20 % 3 => 2.000000
        eval | "" => 0.000000
        eval | 2 x => 2.000000
        eval | x => ""
        eval | (2 => ""
        eval | - - - => ""
        eval | 1 == 1 | class | infix => true
        eval | 0 | class => false
        eval | x | class => false
    )");
}

} // namespace numbers_test
