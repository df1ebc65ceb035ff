#include "agent/command_line/settings_file.h"

#include <doctest/doctest.h>

namespace settings_file_test {

using namespace vow::agent;

TEST_CASE("a number of bytes is read in powers of 1024 and of 1000") {
    CHECK(bytes_from("1048576") == 1'048'576);
    CHECK(bytes_from("512k") == 512U << 10U);
    CHECK(bytes_from("256m") == 256U << 20U);
    CHECK(bytes_from("1G") == 1U << 30U);
    CHECK(bytes_from("500 kB") == 500'000);
    CHECK(bytes_from("100MB") == 100'000'000);
    CHECK(bytes_from("7 B") == 7);
    for (const char* text : {"", "m", "1 MiB", "-1", "1.5m", "soon", "99999999999 GB", "1kb"})
        CHECK_FALSE(bytes_from(text));
}

} // namespace settings_file_test
