#include "policy/otterscript/run/masks.h"
#include "tests/support/property.h"

#include <doctest/doctest.h>

#include <fnmatch.h>

namespace masks_test {

using namespace vow;
using namespace vow::otterscript;

TEST_CASE("a star matches within a folder, two at any depth") {
    CHECK(matches_mask("*.txt", "a.txt"));
    CHECK_FALSE(matches_mask("*.txt", "folder/a.txt"));
    CHECK(matches_mask("**.txt", "folder/a.txt"));
    CHECK(matches_mask("**/a.txt", "a.txt"));
    CHECK(matches_mask("**/a.txt", "folder/inner/a.txt"));
    CHECK_FALSE(matches_mask("**/a.txt", "folder/ba.txt"));
    CHECK(matches_mask("folder/**", "folder/inner/a.txt"));
    CHECK(matches_mask("a?c", "abc"));
    CHECK_FALSE(matches_mask("a?c", "a/c"));
    CHECK(matches_mask("", ""));
    CHECK(matches_mask("*", ""));
    CHECK_FALSE(matches_mask("", "a"));
}

TEST_CASE("many stars take no longer for a long name") {
    const std::string name(2000, 'a');
    CHECK_FALSE(matches_mask("*a*a*a*a*a*a*a*a*a*a*a*b", name));
    CHECK_FALSE(matches_mask("**a**a**a**a**a**a**a**a**a**b", name));
}

TEST_CASE("masks without a double star match as those of the C library do") {
    tests::check_property("a mask matches a path as fnmatch does", [] {
        const auto mask =
            *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab*?/")));
        const auto path = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab/")));
        RC_PRE(mask.find("**") == std::string::npos);
        RC_ASSERT(
            matches_mask(mask, path) == (::fnmatch(mask.c_str(), path.c_str(), FNM_PATHNAME) == 0)
        );
    });
}

} // namespace masks_test
