#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace strings_test {

using namespace vow::test;

TEST_CASE("strings are cut, reversed, joined and compared") {
    check_calls(R"(
        basename | /a/b => b
        basename | /a/b/ => b
        basename | / => /
        basename | /a/b.cf | .cf => b
        basename | /a/.cf | .cf => .cf
        canonify | a b-c.d/é => a_b_c_d___
        canonifyuniquely | a b => a_b_7dbde93504122a707f849f2c12bdd9de71b41929
        concat => ""
        concat | a | b | "c " => "abc "
        dirname | /a/b/c/ => /a/b
        dirname | abc => .
        dirname | / => /
        dirname | //a//b => /a
        escape | a.b c/d_e => a\.b\ c\/d\_e
        lastnode | /a/b | / => b
        lastnode | a/b/ | / => ""
        lastnode | "" | / => -
        lastnode | a | [ => -
        strcmp | a | a => true
        strcmp | a | A => false
        string | abc => abc
        string_downcase | ABC äÖ => abc äÖ
        string_upcase | abc => ABC
        string_head | hello | 2 => he
        string_head | hello | -2 => hel
        string_head | hello | -20 => ""
        string_head | hello | x => -
        string_tail | hello | 2 => lo
        string_tail | hello | -2 => llo
        string_tail | hello | 20 => hello
        string_length | hello => 5
        string_reverse | hello => olleh
        string_trim | "  a b  " => a b
        string_trim | "  " => ""
        translatepath | /a/b => /a/b
    )");
}

TEST_CASE("strings are split, with the rest dropped or kept") {
    check_calls(R"(
        splitstring | a:b:c:d | : | 2 => [a,b]
        splitstring | a:b | : | inf => [a,b]
        splitstring | a: | : | 9 => [a,]
        splitstring | "" | : | 9 => []
        splitstring | abc | x* | 9 => [abc]
        splitstring | abc | [ | 9 => -
        string_split | a:b:c:d | : | 2 => [a,b:c:d]
        string_split | a:b | : | 9 => [a,b]
        string_split | "" | : | 9 => []
        string_split | a | : | 0 => -
    )");
}

TEST_CASE("texts are replaced one by one, or by lists") {
    FakeSurroundings around;
    check_calls(
        R"(
        string_replace | banana | an | AN => bANANa
        string_replace | banana | x | y => banana
        string_replace | banana | "" | y => banana
        string_replace | a-b | ["a","b"] | ["b","a"] | lists => a-a
        string_replace | abcd | ["a","b","d"] | ["b","c","e"] | lists => ccce
        string_replace | a-b | ["a"] | [] | lists => -
        string_replace | a-b | nothing | [] | lists => -
    )",
        around
    );
}

} // namespace strings_test
