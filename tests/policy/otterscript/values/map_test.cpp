#include "policy/otterscript/values/value.h"
#include "tests/support/property.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace map_test {

using namespace vow;
using namespace vow::otterscript;

std::string written(const Map& map) {
    std::string text;
    for (const auto& [key, value] : map.items())
        text += key + "=" + value.text() + " ";
    return text;
}

TEST_CASE("a copy of a map that is changed shares the table") {
    Map first;
    for (int at = 0; at < 100; ++at)
        first.set(std::to_string(at), Value::number(at));
    const Value* stored = first.find("7");
    Map second = first;
    second.set("8", std::string("changed"));
    CHECK(second.find("7") == stored);
    CHECK(second.find("8")->text() == "changed");
    CHECK(first.find("8")->text() == "8");
}

TEST_CASE("a map keeps what it had when a copy of it changes") {
    Map first;
    first.set("a", std::string("1"));
    first.set("b", std::string("2"));
    Map second = first;
    second.erase("a");
    Map third = second;
    third.set("a", std::string("3"));
    third.set("b", std::string("4"));
    CHECK(written(first) == "a=1 b=2 ");
    CHECK(written(second) == "b=2 ");
    CHECK(written(third) == "b=4 a=3 ");
    CHECK(first.size() == 2);
}

TEST_CASE("a map that holds a copy of itself is freed") {
    const Value item(std::vector<Value>{std::string("x")});
    Map map;
    map.set("list", item);
    Map outer = map;
    outer.set("self", Value(map));
    outer.set("again", Value(outer));
    CHECK(outer.find("again")->map().size() == 2);
    CHECK(map.size() == 1);
}

TEST_CASE("maps that share a table change as separate ones do") {
    vow::tests::check_property(
        "any changes of any copies",
        [](const std::vector<std::vector<int>>& steps) {
            std::vector<Map> maps(3);
            std::vector<std::vector<std::pair<std::string, std::string>>> expected(3);
            for (std::size_t step = 0; step < steps.size(); ++step) {
                const auto digit = [&](std::size_t at, std::size_t limit) {
                    return at < steps[step].size() ? static_cast<unsigned>(steps[step][at]) % limit
                                                   : 0U;
                };
                const std::size_t which = digit(0, 3);
                const std::string key = std::to_string(digit(1, 5));
                auto& items = expected[which];
                const auto found =
                    std::ranges::find(items, key, &std::pair<std::string, std::string>::first);
                switch (digit(2, 3)) {
                case 0:
                    maps[which] = maps[digit(3, 3)];
                    items = expected[digit(3, 3)];
                    break;
                case 1:
                    maps[which].erase(key);
                    if (found != items.end()) items.erase(found);
                    break;
                default:
                    maps[which].set(key, Value::number(static_cast<std::int64_t>(step)));
                    if (found != items.end())
                        found->second = std::to_string(step);
                    else
                        items.emplace_back(key, std::to_string(step));
                }
            }
            for (std::size_t which = 0; which < 3; ++which) {
                std::string text;
                for (const auto& [key, value] : expected[which])
                    text += key + "=" + value + " ";
                if (written(maps[which]) != text) return false;
            }
            return true;
        }
    );
}

} // namespace map_test
