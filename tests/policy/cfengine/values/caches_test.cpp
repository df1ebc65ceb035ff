#include "policy/cfengine/values/caches.h"

#include <doctest/doctest.h>

namespace caches_test {

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

using namespace vow;

TEST_CASE("the data of the last texts is found by their keys, that of others is forgotten") {
    ParsedTexts known;
    CHECK(known.find("0") == nullptr);
    for (const char* key : {"0", "1", "2", "3", "4"})
        known.add(key, Data::string(key));
    CHECK(known.find("0") == nullptr);
    for (const char* key : {"1", "2", "3", "4"}) {
        REQUIRE(known.find(key) != nullptr);
        CHECK(known.find(key)->text() == key);
    }
}

} // namespace caches_test
