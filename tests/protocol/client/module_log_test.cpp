#include "protocol/client/module_log.h"

#include <doctest/doctest.h>

namespace module_log_test {

using namespace vow::client;

TEST_CASE("the last ten lines are kept, in whatever pieces they arrive") {
    ErrorTail words;
    words.add("0\n1\n2\n3\n4\n\n5\n6\n");
    words.add("7\n8\nni");
    words.add("ne\n10\n");
    CHECK(words.lines().size() == 10);
    CHECK(words.lines().front() == "1");
    CHECK(words.lines().back() == "10");
}

TEST_CASE("the last 4 KiB are kept when there is more") {
    ErrorTail words;
    for (int i = 0; i < 100; ++i)
        words.add(std::string(1000, 'x'));
    words.add("\nlast");
    CHECK(words.lines().size() == 2);
    CHECK(words.lines().front().size() == 4091);
    CHECK(words.lines().back() == "last");
    CHECK(ErrorTail().lines().empty());
}

} // namespace module_log_test
