#include "agent/fleet/host_documents.h"

#include <doctest/doctest.h>

namespace vow::agent {

TEST_CASE("The release of a host is read from the status of its pulls") {
    const auto release_in = [](std::string_view text) {
        const auto status = pull_status_from(text);
        REQUIRE(status);
        return status->release;
    };
    CHECK(
        release_in(R"({"good":{"bundle":"web 1.4.0","time":"now"},"now":{}})") ==
        ReleaseName{.bundle = "web", .version = "1.4.0"}
    );
    CHECK(
        release_in(R"({"good":{"bundle":"two words 2"}})") ==
        ReleaseName{.bundle = "two words", .version = "2"}
    );
    for (const char* text :
         {"{}", R"({"good":{}})", R"({"good":null})", R"({"good":{"bundle":"web"}})"})
        CHECK_FALSE(release_in(text));
    CHECK_FALSE(pull_status_from("vow: error: the folder is locked\n"));
}

TEST_CASE("The classes of a host are read from its facts") {
    using Names = std::vector<std::string>;
    CHECK(
        fact_classes_from(R"({"classes":["linux","debian_12"],"x":1})") ==
        Names{"linux", "debian_12"}
    );
    CHECK(fact_classes_from(R"({"classes":[]})") == Names{});
    CHECK_FALSE(fact_classes_from(R"({"variables":{}})"));
    CHECK_FALSE(fact_classes_from("not JSON"));
}

} // namespace vow::agent
