#include "agent/command_line/options.h"

#include <doctest/doctest.h>

namespace release_options_test {

using namespace vow::agent;
using Action = ReleaseOptions::Action;

ReleaseOptions read(std::vector<std::string> words) {
    words.insert(words.begin(), "release");
    const auto parsed = options_from(words);
    REQUIRE(std::holds_alternative<Options>(parsed));
    CHECK(std::get<Options>(parsed).command == Options::Command::release);
    return std::get<Options>(parsed).release;
}

bool is_refused(std::vector<std::string> words) {
    words.insert(words.begin(), "release");
    const auto parsed = options_from(words);
    return std::holds_alternative<Reply>(parsed) && std::get<Reply>(parsed).status == 2;
}

TEST_CASE("the commands of releases and their options are read") {
    const ReleaseOptions init = read(
        {"init",
         "/r",
         "--threshold",
         "root=2",
         "--threshold",
         "targets=3",
         "--expires",
         "timestamp=1h"}
    );
    CHECK(init.action == Action::init);
    CHECK(init.repository == "/r");
    CHECK(init.thresholds == std::map<std::string, std::size_t>{{"root", 2}, {"targets", 3}});
    CHECK(init.lifetimes.at("timestamp") == std::chrono::hours(1));
    const ReleaseOptions add = read({"add", "/r", "web", "--name", "web", "--version", "1.4.0"});
    CHECK(add.action == Action::add);
    CHECK(add.file == "web");
    CHECK(add.version == "1.4.0");
    const ReleaseOptions group = read(
        {"group", "/r", "web", "--input", "a", "--input", "b", "--grace", "2m", "--bundle", "web=1"}
    );
    CHECK(group.inputs == std::vector<std::string>{"a", "b"});
    CHECK(group.grace == std::chrono::minutes(2));
    CHECK_FALSE(group.when);
    CHECK_FALSE(group.secrets);
    CHECK(read({"publish", "/r", "--refresh"}).is_refresh);
    CHECK(read({"rotate", "/r", "timestamp"}).role == "timestamp");
    CHECK(read({"rotate", "/r"}).role.empty());
    CHECK(read({"sign", "/f", "--key", "k"}).key == "k");
    CHECK(read({"show", "/r", "--json"}).is_json);
    CHECK(read({"verify", "https://x/", "--root-digest", "ab"}).root_digest == "ab");
    CHECK(read({"secret", "/r", "tls", "f", "--group", "web"}).for_group == "web");
}

TEST_CASE("wrong values of options of releases are refused") {
    CHECK(is_refused({"init"}));
    CHECK(is_refused({"init", "/r", "--threshold", "2"}));
    CHECK(is_refused({"init", "/r", "--threshold", "root=101"}));
    CHECK(is_refused({"init", "/r", "--threshold", "boss=1"}));
    CHECK(is_refused({"init", "/r", "--expires", "root=0s"}));
    CHECK(is_refused({"rotate", "/r", "boss"}));
    CHECK(is_refused({"add", "/r", "web", "--name", "web"}));
    CHECK(is_refused({"releaze"}));
}

} // namespace release_options_test
