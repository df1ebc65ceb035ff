#include "policy/cfengine/language.h"

#include <doctest/doctest.h>

namespace language_test {

using namespace vow;

TEST_CASE("a text looks like a policy when a block follows its comments") {
    CHECK(cfengine::is_policy_text("bundle agent main {}"));
    CHECK(cfengine::is_policy_text("# a comment\n\n  # another\nbody\tcommon control {}"));
    CHECK(cfengine::is_policy_text("promise agent git {}"));
    CHECK(cfengine::is_policy_text("@if minimum_version(3.18)\n"));
    CHECK_FALSE(cfengine::is_policy_text(""));
    CHECK_FALSE(cfengine::is_policy_text("# only a comment"));
    CHECK_FALSE(cfengine::is_policy_text("bundled = true"));
    CHECK_FALSE(cfengine::is_policy_text("entity Host:\n"));
}

} // namespace language_test
