#include "protocol/text/digest.h"

#include <doctest/doctest.h>

#include <utility>

using namespace vow;

TEST_CASE("the digest of each algorithm is that of its standard") {
    constexpr std::pair<const char*, const char*> digests_of_abc[] = {
        {"md5", "900150983cd24fb0d6963f7d28e17f72"},
        {"sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"},
        {"sha224", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"},
        {"sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"sha384",
         "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc23"
         "58baeca134c825a7"},
        {"sha512",
         "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a8"
         "36ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
    };
    for (const auto& expected : digests_of_abc) {
        const char* name = expected.first;
        const char* digits = expected.second;
        CAPTURE(name);
        const Digest::Algorithm algorithm = digest_algorithm(name).value();
        CHECK(digest_of("abc", algorithm) == digits);
        Digest in_pieces(algorithm);
        for (const char* piece : {"a", "", "bc"})
            in_pieces.add(piece);
        CHECK(in_pieces.digits() == digits);
    }
    CHECK_FALSE(digest_algorithm("sha3"));
}

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
