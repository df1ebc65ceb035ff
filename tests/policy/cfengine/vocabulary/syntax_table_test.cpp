#include "policy/cfengine/vocabulary/syntax_table.h"

#include <doctest/doctest.h>

namespace syntax_table_test {

using namespace vow::cfengine;

TEST_CASE("every type listed as missing is part of the language") {
    for (const MissingType& type : missing_types()) {
        INFO(type.name);
        CHECK(find_promise_type(type.name) != nullptr);
        CHECK(find_missing_type(type.name) == &type);
    }
    CHECK(find_missing_type("files") == nullptr);
}

} // namespace syntax_table_test
