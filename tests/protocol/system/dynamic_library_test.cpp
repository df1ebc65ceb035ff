#include "protocol/system/dynamic_library.h"

#include <doctest/doctest.h>

#include <cmath>

namespace dynamic_library_test {

using namespace vow;

TEST_CASE("a library is opened by the first name that exists, and has functions of their type") {
    const auto library = DynamicLibrary::open({"libdoes-not-exist.so.1", "libm.so.6"});
    REQUIRE(library);
    const auto floor = library->symbol<double (*)(double)>("floor");
    CHECK(floor(2.5) == 2.0);
    CHECK_THROWS_AS(library->symbol<void (*)()>("no_such_function"), DynamicLibrary::MissingSymbol);
}

TEST_CASE("a library that is not installed is not opened") {
    CHECK_FALSE(DynamicLibrary::open({"libdoes-not-exist.so.1"}));
}

} // namespace dynamic_library_test
