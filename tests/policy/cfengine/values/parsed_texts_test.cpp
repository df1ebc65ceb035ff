#include "policy/cfengine/values/parsed_texts.h"

#include <doctest/doctest.h>

namespace parsed_texts_test {

using namespace vow;
using namespace vow::cfengine;

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

} // namespace parsed_texts_test
