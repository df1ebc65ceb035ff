#include "protocol/text/digest.h"

#include <doctest/doctest.h>

using namespace vow;

TEST_CASE("a keyed digest is that of RFC 4231") {
    CHECK(
        hmac_sha256_of("what do ya want for nothing?", "Jefe") ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    );
    CHECK(
        hmac_sha256_of("Hi There", std::string(20, '\x0b')) ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    );
    CHECK(hmac_sha256_of("", "").size() == 64);
}

TEST_CASE("digests are equal when all of their digits are") {
    CHECK(are_equal_digests("abcd", "abcd"));
    CHECK_FALSE(are_equal_digests("abcd", "abce"));
    CHECK_FALSE(are_equal_digests("abcd", "abc"));
    CHECK_FALSE(are_equal_digests("", "abc"));
}
