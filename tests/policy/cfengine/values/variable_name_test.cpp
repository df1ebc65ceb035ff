#include "policy/cfengine/values/variable_name.h"

#include <doctest/doctest.h>

namespace variable_name_test {

using namespace vow::cfengine;

TEST_CASE("a text refers to a variable when a sigil and closed brackets are around its name") {
    for (const char* text : {"$(l)", "${l}", "@(l)", "@{l}", "$(ll) and $(l)", "l $(l) l"})
        CHECK(refers_to(text, "l"));
    for (const char* text : {"", "l", "(l)", "$l", "$(l", "$(l}", "$(l[x])", "$(a.l)", "%(l)"})
        CHECK_FALSE(refers_to(text, "l"));
}

} // namespace variable_name_test
