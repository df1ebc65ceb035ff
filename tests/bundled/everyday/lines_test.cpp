#include "modules/everyday/lines.h"

#include <doctest/doctest.h>

namespace lines_test {

using namespace vow::modules;

TEST_CASE("lines that are not changed keep every byte") {
    for (const char* text : {"", "a", "a\n", "a\r\nb", "\n\n", "a\rb\n\r\n", "\xff\n"})
        CHECK(Lines(text).text() == text);
}

TEST_CASE("a new line ends as the first line does, and gives an end to the last") {
    Lines windows("a\r\nb");
    windows.append("c");
    windows.insert(0, "x");
    CHECK(windows.text() == "x\r\na\r\nb\r\nc\r\n");
    Lines bare("a");
    bare.append("b");
    CHECK(bare.text() == "a\nb\n");
    Lines empty("");
    empty.append("a");
    CHECK(empty.text() == "a\n");
}

TEST_CASE("a replaced line keeps its end, and a removed one leaves the others") {
    Lines lines("a\r\nb\nc");
    lines.replace(0, "x");
    lines.replace(2, "z");
    CHECK(lines.text() == "x\r\nb\nz");
    lines.remove(1);
    CHECK(lines.text() == "x\r\nz");
}

TEST_CASE("changed lines are those between the common beginning and the common end") {
    const auto changed = [](std::string_view before, std::string_view after) {
        const auto found = ChangedLines::between(before, after);
        return std::string(found.before) + ">" + std::string(found.after);
    };
    CHECK(changed("a\nb\nc\n", "a\nx\nc\n") == "b\n>x\n");
    CHECK(changed("a\n", "a\nb\n") == ">b\n");
    CHECK(changed("a\na\n", "a\n") == "a\n>");
    CHECK(changed("a", "a\nb\n") == "a>a\nb\n");
    CHECK(changed("", "a") == ">a");
    CHECK(changed("a", "a") == ">");
}

} // namespace lines_test
