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

TEST_CASE("a change of texts has both and their difference") {
    const Change change = content_change("edit file '/x'", "/x", "a\nb\n", "a\nc\n");
    CHECK(
        json_text(data_from({change})) ==
        R"([{"kind":"path","object":"/x","action":"update","field":"content","before":"a\nb\n",)"
        R"("after":"a\nc\n","diff":"--- /x\n+++ /x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n",)"
        R"("what":"edit file '/x'"}])"
    );
}

TEST_CASE("a binary or large content is represented by size and digest") {
    const Change change =
        content_change("edit", "/x", std::string_view("a\0b", 3), std::string(5000, 'a'));
    CHECK(change.hidden_before == HiddenContent::of(std::string_view("a\0b", 3)));
    CHECK(change.hidden_after->size == 5000);
    CHECK(change.diff.empty());
    const Data sent = data_from({change});
    const auto received = change_from(sent.items()[0]);
    CHECK(received->hidden_before == change.hidden_before);
    CHECK(received->hidden_after == change.hidden_after);
}

TEST_CASE("a file that is made or removed has no state on one side") {
    CHECK(content_change("", "/x", std::nullopt, "a\n").action == ChangeAction::create);
    const Change removed = content_change("", "/x", "a\n", std::nullopt);
    CHECK(removed.action == ChangeAction::remove);
    const Data sent = data_from({removed});
    CHECK(sent.items()[0].find("after")->kind() == Data::Kind::null);
}

TEST_CASE("a sentence alone is the object of an older module's change") {
    const Data sent = data_from({Change{.what = "restart it"}});
    CHECK(sent.items()[0].find("object")->text() == "restart it");
    CHECK(sent.items()[0].find("kind")->text() == "other");
}

} // namespace change_test
