#include "policy/otterscript/values/value.h"
#include "tests/support/property.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vector_test {

using namespace vow;
using namespace vow::otterscript;

namespace {

Value list_of(std::initializer_list<const char*> texts) {
    Vector items;
    for (const char* text : texts)
        items.emplace_back(std::string(text));
    return items;
}

std::string written(const Value& list) {
    std::string text;
    for (const Value& item : list.items())
        text += item.text() + " ";
    return text;
}

TEST_CASE("a vector changes in place when no other value has its items") {
    Value list = list_of({"a", "b", "c"});
    const Value* memory = list.items().data();
    list.own_item(1) = std::string("B");
    list.erase(2);
    list.erase(0);
    CHECK(written(list) == "B ");
    CHECK(list.items().data() == memory + 1);
    list.insert(0, std::string("A"));
    CHECK(list.items().data() == memory);
}

TEST_CASE("a vector keeps what it had when a copy of it changes") {
    const Value first = list_of({"a", "b"});
    Value second = first;
    second.insert(0, std::string("x"));
    Value third = first;
    third.erase(0);
    Value fourth = first;
    fourth.append({std::string("c"), std::string("d")});
    Value fifth = fourth;
    fifth.insert(4, std::string("e"));
    fourth.insert(4, std::string("f"));
    CHECK(written(first) == "a b ");
    CHECK(written(second) == "x a b ");
    CHECK(written(third) == "b ");
    CHECK(written(fourth) == "a b c d f ");
    CHECK(written(fifth) == "a b c d e ");
}

TEST_CASE("a vector shares items with its copies until one of them changes") {
    Value list = list_of({"a", "b"});
    Value copy = list;
    CHECK(copy.shares_items(list));
    CHECK_FALSE(copy.shares_items(list_of({"a", "b"})));
    copy.own_item(0) = std::string("x");
    CHECK_FALSE(copy.shares_items(list));
    CHECK_FALSE(Value(std::string("a")).shares_items(list));
}

TEST_CASE("a vector that gets itself as an item holds a copy") {
    Value list = list_of({"a"});
    list.insert(0, Value(list));
    CHECK(list.items().size() == 2);
    CHECK(written(list.items().front()) == "a ");
}

/// Digits of a step that rapidcheck has made up.
std::size_t digit(const std::vector<int>& step, std::size_t at, std::size_t limit) {
    return at < step.size() ? static_cast<unsigned>(step[at]) % limit : 0;
}

void change(Value& list, Vector& plain, const std::vector<int>& step, const Value& item) {
    const std::size_t place = digit(step, 2, plain.size() + 1);
    const auto at = plain.begin() + static_cast<std::ptrdiff_t>(place);
    switch (digit(step, 1, 4)) {
    case 0:
        list.insert(place, item);
        plain.insert(at, item);
        break;
    case 1:
        list.append({item, item});
        plain.insert(plain.end(), {item, item});
        break;
    case 2:
        if (place == plain.size()) break;
        list.erase(place);
        plain.erase(at);
        break;
    default:
        if (place == plain.size()) plain.emplace_back();
        list.own_item(place) = item;
        plain[place] = item;
    }
}

TEST_CASE("vectors that share items change as separate ones do") {
    vow::tests::check_property(
        "any changes of any copies",
        [](const std::vector<std::vector<int>>& steps) {
            std::vector<Value> lists(3, list_of({}));
            std::vector<Vector> expected(3);
            for (const std::vector<int>& step : steps) {
                const std::size_t which = digit(step, 0, 3);
                const std::size_t other = digit(step, 3, 6);
                if (other < 3) {
                    lists[which] = lists[other];
                    expected[which] = expected[other];
                }
                const Value item = Value::number(&step - steps.data());
                change(lists[which], expected[which], step, item);
            }
            for (std::size_t which = 0; which < 3; ++which) {
                if (!std::ranges::equal(lists[which].items(), expected[which])) return false;
            }
            return true;
        }
    );
}

} // namespace

} // namespace vector_test
