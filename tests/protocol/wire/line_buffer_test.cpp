#include "protocol/wire/line_buffer.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace line_buffer_test {

using namespace vow::wire;

namespace {

void put(LineBuffer& buffer, std::string_view bytes) {
    std::copy(bytes.begin(), bytes.end(), buffer.room(bytes.size()).begin());
    buffer.filled(bytes.size());
}

} // namespace

TEST_CASE("lines are complete, in whatever pieces the bytes arrive") {
    LineBuffer buffer;
    CHECK_FALSE(buffer.next_line().has_value());
    put(buffer, "on");
    CHECK_FALSE(buffer.next_line().has_value());
    CHECK(buffer.unfinished() == "on");
    put(buffer, "e\r\n\ntwo\nthr");
    CHECK(buffer.next_line() == "one");
    CHECK(buffer.next_line() == "");
    CHECK(buffer.next_line() == "two");
    CHECK_FALSE(buffer.next_line().has_value());
    CHECK(buffer.unfinished() == "thr");
    put(buffer, "ee\n");
    CHECK(buffer.next_line() == "three");
    CHECK(buffer.unfinished().empty());
}

TEST_CASE("a long line in small pieces and many short lines are complete") {
    LineBuffer buffer;
    const std::string piece(1000, 'x');
    for (int i = 0; i < 3000; ++i) {
        put(buffer, piece);
        REQUIRE_FALSE(buffer.next_line().has_value());
    }
    put(buffer, "\n");
    CHECK(buffer.next_line()->size() == 3'000'000);
    for (int i = 0; i < 1000; ++i) {
        put(buffer, "a\nb\nc");
        REQUIRE(buffer.next_line() == (i == 0 ? "a" : "ca"));
        REQUIRE(buffer.next_line() == "b");
    }
}

} // namespace line_buffer_test
