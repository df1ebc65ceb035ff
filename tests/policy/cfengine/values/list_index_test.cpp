#include "policy/cfengine/values/list_index.h"

#include <doctest/doctest.h>

namespace list_index_test {

using namespace vow::cfengine;

TEST_CASE("a list contains its elements, at the first lookup and later, and no others") {
    ListIndex index;
    const List list = list_of({"a", "b"});
    for (int lookup = 0; lookup < 3; ++lookup) {
        CHECK(index.contains(list, "b"));
        CHECK_FALSE(index.contains(list, "c"));
    }
    CHECK_FALSE(index.contains(list_of({}), "a"));
}

TEST_CASE("the elements of another list are not confused with those of the list before") {
    ListIndex index;
    const List one = list_of({"a"});
    const List other = list_of({"b"});
    for (int lookup = 0; lookup < 4; ++lookup) {
        const List& list = lookup < 2 ? one : other;
        CHECK(index.contains(list, "a") == (lookup < 2));
        CHECK(index.contains(list, "b") == (lookup >= 2));
    }
}

} // namespace list_index_test
