#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace digests_test {

using namespace vow::test;

TEST_CASE("digests are computed of texts and files") {
    FakeSurroundings around;
    around.fakes.host.files["/f"] = "hello";
    check_calls(
        R"(
        hash | hello | md5 => 5d41402abc4b2a76b9719d911017c592
        hash | hello | sha256 => 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
        hash | hello | no_such => -
        file_hash | /f | md5 => 5d41402abc4b2a76b9719d911017c592
        file_hash | /none | md5 => -
        hashmatch | /f | md5 | 5d41402abc4b2a76b9719d911017c592 => true
        hashmatch | /f | md5 | 0 => false
        hashmatch | /none | md5 | 0 => false
    )",
        around
    );
}

TEST_CASE("numbers and time slots derived from a text equal the reference's") {
    FakeSurroundings around;
    around.define_class("Min45_50", {});
    check_calls(
        R"(
        hash_to_int | 0 | 1000 | hello => 172
        hash_to_int | -10 | 10 | abc => 4
        hash_to_int | 3 | 3 | abc => 3
        hash_to_int | x | 3 | abc => -
        splayclass | hello | hourly => true
        splayclass | other | hourly => false
    )",
        around
    );
    around.define_class("Min00_05.Hr18", {}); // the fake knows no expressions
    check_calls("splayclass | hello | daily => true", around);
}

TEST_CASE("conditions are combined by and, or and not") {
    FakeSurroundings around;
    around.define_class("known", {});
    check_calls(
        R"(
        and | any | known => true
        and | any | unknown => false
        or | unknown | known => true
        or | unknown => false
        not | unknown => true
        not | known => false
        ifelse | unknown | a | known | b | c => b
        ifelse | unknown | a | c => c
        ifelse | unknown | a => -
    )",
        around
    );
}

} // namespace digests_test
