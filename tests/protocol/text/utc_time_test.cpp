#include "protocol/text/utc_time.h"

#include <doctest/doctest.h>

namespace utc_time_test {

using namespace vow;
using namespace std::chrono;

TEST_CASE("a time of UTC is read as it is written") {
    const sys_seconds time = sys_days(year(2026) / 2 / 28) + 23h + 59min + 60s;
    CHECK(utc_text(time) == "2026-03-01T00:00:00Z");
    CHECK(utc_from("2026-03-01T00:00:00Z") == time);
}

TEST_CASE("a text in another form is not a time") {
    for (const char* text :
         {"",
          "2026-03-01",
          "2026-3-1T0:0:0Z",
          "2026-03-01T00:00:00+00:00",
          "2026-02-30T00:00:00Z",
          " 2026-03-01T00:00:00Z",
          "2026-03-01T00:00:00Z "})
        CHECK(utc_from(text) == std::nullopt);
}

} // namespace utc_time_test
