#include "modules/commands/command_output.h"

#include <doctest/doctest.h>

namespace last_lines_test {

using vow::modules::LastLines;

TEST_CASE("the last lines of an output are kept, however its pieces are cut") {
    LastLines lines;
    lines.add("on");
    lines.add("e\ntw");
    lines.add("o\n");
    lines.add("three");
    CHECK(lines.text() == "one\ntwo\nthree");
}

TEST_CASE("more than a hundred lines lose the first") {
    LastLines lines;
    for (int number = 1; number <= 250; ++number)
        lines.add(std::to_string(number) + "\n");
    CHECK(lines.text().starts_with("151\n152\n"));
    CHECK(lines.text().ends_with("\n250\n"));
}

TEST_CASE("a long line is cut") {
    LastLines lines;
    lines.add(std::string(100'000, 'x'));
    lines.add("\nnext\n");
    CHECK(lines.text() == std::string(65536, 'x') + "\nnext\n");
}

} // namespace last_lines_test
