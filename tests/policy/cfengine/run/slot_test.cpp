#include "policy/cfengine/run/slot.h"
#include "protocol/data/data.h"

#include <doctest/doctest.h>

namespace slot_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

Value text(std::string content) {
    return Value::string(std::move(content));
}

Value list(std::vector<std::string> items) {
    return Value::list(std::move(items));
}

Value data(std::string_view json) {
    return Value::data(std::get<Data>(parse_json(json)));
}

/// The value of `name[indices...]` in a slot; "-" when it has none, empty for a container.
std::string found(const Slot& slot, const std::vector<std::string>& indices) {
    const LookupResult what = look_up(slot, indices);
    if (!what) return "-";
    if (const std::string* content = what.value().text()) return *content;
    return what.value().data() ? scalar_text(*what.value().data()) : "list";
}

} // namespace

TEST_CASE("a slot holds a variable, an array, or both") {
    Slot slot;
    CHECK(found(slot, {}) == "-");
    slot.set("a", {text("element")});
    slot.set("a][b", {text("deeper")});
    CHECK(found(slot, {}) == "-");
    slot.set({}, {text("plain")});
    CHECK(found(slot, {}) == "plain");
    CHECK(found(slot, {"a"}) == "element");
    CHECK(found(slot, {"a", "b"}) == "deeper");
    CHECK(found(slot, {"b"}) == "-");
}

TEST_CASE("indices select from the container in the longest matching element") {
    Slot slot;
    slot.set({}, {data(R"({"k":[10,{"x":"deep"}]})")});
    CHECK(found(slot, {"k", "0"}) == "10");
    CHECK(found(slot, {"k", "1", "x"}) == "deep");
    CHECK(found(slot, {"k", "2"}) == "-");
    CHECK(found(slot, {"k", "x"}) == "-");
    slot.set("k", {data(R"({"x":"of the element"})")});
    CHECK(found(slot, {"k", "x"}) == "of the element");
}

TEST_CASE("elements keep the order of their first definition") {
    Slot slot;
    slot.set("b", {text("1")});
    slot.set("a", {text("2")});
    slot.set("b", {text("3")});
    REQUIRE(slot.elements().size() == 2);
    CHECK(slot.elements()[0].first == "b");
    CHECK(*slot.elements()[0].second.value.text() == "3");
    slot.forget_elements();
    CHECK_FALSE(slot.has_elements());
}

TEST_CASE("two values are the same when type and content are equal") {
    CHECK(same_value(text("a"), text("a")));
    CHECK_FALSE(same_value(text("1"), Value::integer(1)));
    CHECK(same_value(list({"a", "b"}), list({"a", "b"})));
    CHECK_FALSE(same_value(list({"a", "b"}), list({"b", "a"})));
    CHECK(same_value(data(R"({"a":1})"), data(R"({"a":1})")));
    CHECK_FALSE(same_value(data(R"({"a":1})"), data(R"({"a":2})")));
}

} // namespace slot_test
