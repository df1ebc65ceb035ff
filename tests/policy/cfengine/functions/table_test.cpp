#include "policy/cfengine/program/function.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace table_test {

using namespace vow::cfengine;

TEST_CASE("the table of functions is sorted by unique names") {
    const auto all = functions();
    CHECK(all.size() == 206);
    for (std::size_t i = 1; i < all.size(); ++i)
        CHECK(all[i - 1].name < all[i].name);
}

TEST_CASE("every function is found by its name, and other names are not found") {
    for (const Function& function : functions())
        CHECK(find_function(function.name) == &function);
    CHECK(find_function("no_such_function") == nullptr);
}

TEST_CASE("every function has a help line, and not more required parameters than parameters") {
    for (const Function& function : functions()) {
        const bool has_body = function.body != nullptr;
        CHECK(has_body);
        CAPTURE(std::string(function.name));
        CHECK(!function.help.empty());
        CHECK(function.required <= function.parameters.size());
        CHECK((!function.variadic || !function.parameters.empty()));
    }
}

} // namespace table_test
