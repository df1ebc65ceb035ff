#include "policy/skopos/run/place.h"

#include <doctest/doctest.h>

namespace place_test {

using namespace vow;
using namespace vow::skopos;

TEST_CASE("visits count how often a step begins") {
    Visits visits;
    CHECK(visits.add(0) == 1);
    CHECK(visits.add(2) == 1);
    CHECK(visits.add(1) == 1);
    CHECK(visits.add(2) == 2);
    CHECK(visits.add(0) == 2);
    Visits read = Visits::from(visits.data());
    CHECK(read.add(2) == 3);
    CHECK(read.add(1) == 2);
    CHECK(read.add(3) == 1);
}

TEST_CASE("visits of a chain that only goes forward take no space") {
    Visits visits;
    for (std::size_t at = 0; at < 10'000; ++at)
        visits.add(at);
    CHECK(json_text(visits.data()) == R"({"reached":10000,"others":{}})");
}

TEST_CASE("ended steps are kept as ranges") {
    EndedSteps ended;
    for (const std::size_t number : {3U, 1U, 2U, 7U, 2U, 0U, 6U})
        ended.add(number);
    CHECK(ended.size() == 6);
    CHECK(json_text(ended.data()) == "[0,4,6,8]");
    CHECK(EndedSteps::from(ended.data()).size() == 6);
}

TEST_CASE("a place reads back as it was written") {
    Place place;
    place.frames = {{.at = 1}, {.at = 2, .index = 3, .end = 5}};
    place.progress = Place::Progress::waits;
    place.instances.fill("web", Selector::new_ones, 1, Data::string("i"));
    place.passed = 4;
    place.failed = 2;
    const auto read = place_from(data_of(place));
    REQUIRE(read);
    CHECK(data_of(*read) == data_of(place));
    CHECK(read->frames.at(1).index == 3);
    CHECK(read->progress == Place::Progress::waits);
}

TEST_CASE("data of another form is not a place") {
    for (const char* text :
         {"{}",
          "[]",
          R"({"frames":[],"progress":"due"})",
          "null",
          R"({"frames":[{}],"progress":"odd"})"}) {
        CHECK(!place_from(std::get<Data>(parse_json(text))));
    }
}

} // namespace place_test
