#include "protocol/text/percent_encoding.h"

#include <doctest/doctest.h>

namespace percent_encoding_test {

using namespace vow;

TEST_CASE("all bytes but unreserved ones are encoded") {
    CHECK(percent_encoded("a-b_c.d~9") == "a-b_c.d~9");
    CHECK(percent_encoded("a b/@:\xc3\xa9") == "a%20b%2F%40%3A%C3%A9");
    CHECK(percent_encoded("").empty());
}

TEST_CASE("decoding undoes encoding, and leaves a percent sign without digits") {
    const std::string bytes("\0\x01 %&=\xff", 7);
    CHECK(percent_decoded(percent_encoded(bytes)) == bytes);
    CHECK(percent_decoded("%2f%2F") == "//");
    CHECK(percent_decoded("100% %g1 %4") == "100% %g1 %4");
}

} // namespace percent_encoding_test
