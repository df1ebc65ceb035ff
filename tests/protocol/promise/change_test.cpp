#include "protocol/promise/change.h"

#include <doctest/doctest.h>

namespace change_test {

using namespace vow;

namespace {

std::optional<Change> change_of(std::string_view json) {
    return change_from(std::get<Data>(parse_json(json)));
}

} // namespace

TEST_CASE("a change has its action by name") {
    CHECK(change_of(R"({"object": "/x", "action": "remove"})")->action == ChangeAction::remove);
    CHECK(change_of(R"({"object": "/x"})")->action == std::nullopt);
    CHECK(
        change_of(R"({"what": "create file '/x'", "action": "update"})")->action ==
        ChangeAction::update
    );
}

TEST_CASE("a change that is a sentence alone has the action of its first word") {
    CHECK(change_of(R"({"what": "create file '/x'"})")->action == ChangeAction::create);
    CHECK(change_of(R"({"what": "install package 'x'"})")->action == ChangeAction::create);
    CHECK(change_of(R"({"what": "remove file '/x'"})")->action == ChangeAction::remove);
    CHECK(change_of(R"({"what": "creating"})")->action == std::nullopt);
}

TEST_CASE("a change without an object or a sentence is not one") {
    CHECK_FALSE(change_of(R"({"action": "create"})"));
}

} // namespace change_test
