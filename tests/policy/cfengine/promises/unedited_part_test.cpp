#include "policy/cfengine/promises/unedited_part.h"

#include <doctest/doctest.h>

namespace unedited_part_test {

using namespace vow;
using namespace vow::cfengine;

TEST_CASE("the attributes of an edit are not for the module of files") {
    const Attributes promised = {
        {"create", "true"},
        {"edit_template_string", "Hello"},
        {"template_method", "inline_mustache"},
        {"validate", "/bin/true $(file)"}};
    CHECK(
        without_edit(promised) == Attributes{{"create", "true"}, {"validate", "/bin/true $(file)"}}
    );
}

TEST_CASE("a promise that is about nothing but its edit needs no step of the module") {
    CHECK_FALSE(has_steps({}));
    CHECK_FALSE(has_steps({{"comment", "why"}, {"handle", "h"}}));
    CHECK_FALSE(has_steps({{"create", "false"}}));
    CHECK(has_steps({{"create", "true"}}));
    CHECK(has_steps({{"handle", "h"}, {"touch", "false"}}));
}

} // namespace unedited_part_test
