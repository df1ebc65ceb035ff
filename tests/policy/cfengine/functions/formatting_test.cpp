#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace formatting_test {

using namespace vow::test;

TEST_CASE("format fills a template like printf, and %S prints collections") {
    FakeSurroundings around;
    around.values.emplace("l", Value::list({"a", "b\"c"}));
    around.values.emplace("empty", Value::list(std::vector<std::string>{}));
    check_calls(
        R"(
        format | %5d,%-5s;%05.1f,%x,%%,%o,%s | 7 | ab | 3.14159 | 255 | 8 | z => "    7,ab   ;003.1,ff,%,10,z"
        format | %d | 3.7 => 3
        format | %S %S | l | empty => { "a", "b\"c" } {  }
        format | %S | {"b":1,"a":[2, "x"]} => {"a":[2,"x"],"b":1}
        format | no arguments => no arguments
        format | 100% => 100
        format | a %y b => "a "
        format | %i%*d | 1 | 2 => (unhandled format)(unhandled format)
        format | %s => -
        format | %hd | 1 => -
        format | %S | nothing => -
    )",
        around
    );
}

} // namespace formatting_test
