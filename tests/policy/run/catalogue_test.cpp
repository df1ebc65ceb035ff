#include "policy/run/catalogue.h"

#include <doctest/doctest.h>

namespace catalogue_test {

using namespace vow;

TEST_CASE("a catalogue keeps the first type of a name and sorts by name") {
    Catalogue catalogue;
    CHECK(catalogue.find("git") == nullptr);
    CHECK(catalogue.add({.name = "json"}) == Catalogue::Added::yes);
    CHECK(catalogue.add({.name = "git", .path = "/m/git"}) == Catalogue::Added::yes);
    CHECK(catalogue.add({.name = "git", .path = "/other/git"}) == Catalogue::Added::name_taken);
    REQUIRE(catalogue.find("git") != nullptr);
    CHECK(catalogue.find("git")->path == "/m/git");
    REQUIRE(catalogue.types().size() == 2);
    CHECK(catalogue.types().front().name == "git");
}

} // namespace catalogue_test
