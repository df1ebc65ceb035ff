#include "protocol/text/digest.h"
#include "protocol/text/number.h"
#include "protocol/text/regex.h"
#include "protocol/text/text.h"

#include <doctest/doctest.h>

namespace text_test {

using namespace vow;

using Views = std::vector<std::string_view>;

TEST_CASE("a text splits into lines at newlines, with or without one at its end") {
    CHECK(lines_of("a\n\nb") == Views{"a", "", "b"});
    CHECK(lines_of("a\n") == Views{"a"});
    CHECK(lines_of("\n") == Views{""});
    CHECK(lines_of("").empty());
    CHECK(filled_lines_of("\na\n\nb\n") == Views{"a", "b"});
    CHECK(last_line_of("a\nb") == "b");
    CHECK(last_line_of("a") == "a");
    CHECK(last_line_of("a\n").empty());
}

TEST_CASE("a trimmed text is a view of the text, even when nothing is left") {
    const std::string_view text = " a b\t";
    CHECK(trimmed(text) == "a b");
    CHECK(trimmed(text).data() == text.data() + 1);
    const std::string_view blanks = " \n";
    CHECK(trimmed(blanks).empty());
    CHECK(trimmed(blanks).data() == blanks.data());
    CHECK(trimmed("--a-", "-") == "a");
}

TEST_CASE("quotes keep the blanks of a command line together") {
    using Words = std::vector<std::string>;
    CHECK(words_of(" a  b\t") == Words{"a", "b"});
    CHECK(words_of("'a b' \"c 'd\" `e`f") == Words{"a b", "c 'd", "e", "f"});
    CHECK(words_of("'open end") == Words{"open end"});
    CHECK(words_of("'' a") == Words{"", "a"});
    CHECK(words_of(" ").empty());
}

TEST_CASE("joined undoes split_at") {
    CHECK(split_at("a,,b", ',') == Views{"a", "", "b"});
    CHECK(split_at("", ',') == Views{""});
    for (const std::string_view text : {"a,,b", ",", "", "a", ",a,"})
        CHECK(joined(split_at(text, ','), ",") == text);
    CHECK(joined(Views{}, ",").empty());
}

TEST_CASE("integers may have suffixes") {
    CHECK(integer_from("12") == 12);
    CHECK(integer_from(" -12 ") == -12);
    CHECK(integer_from("+3k") == 3000);
    CHECK(integer_from("2K") == 2048);
    CHECK(integer_from("1g") == 1'000'000'000);
    CHECK(integer_from("50%") == -50);
    CHECK(integer_from("inf") == infinite);
    for (const std::string_view text : {"", "k", "1kk", "1 k", "1.5", "x", "9223372036854775807k"})
        CHECK_FALSE(integer_from(text));
    CHECK(real_from("1.5k") == 1500.0);
    CHECK_FALSE(real_from("one"));
}

TEST_CASE("a digest does not depend on the pieces in which bytes come") {
    Digest digest(Digest::Algorithm::md5);
    digest.add("a");
    digest.add("bc");
    CHECK(digest.digits() == "900150983cd24fb0d6963f7d28e17f72");
    CHECK(digest_of("abc", Digest::Algorithm::sha1) == "a9993e364706816aba3e25717850c26c9cd0d89d");
    CHECK(sha256_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(digest_algorithm("sha512") == Digest::Algorithm::sha512);
    CHECK_FALSE(digest_algorithm("sha0"));
}

TEST_CASE("a canonical name has only letters, digits and underscores") {
    CHECK(canonified("Debian 12.1-\xc3\xa9_x") == "Debian_12_1____x");
    CHECK(canonified("").empty());
}

TEST_CASE("patterns match whole texts, and an invalid one matches nothing") {
    const Patterns patterns({"a.*", "(", "b"});
    CHECK(patterns.any_matches("a\nc"));
    CHECK(patterns.any_matches("b"));
    CHECK_FALSE(patterns.any_matches("bb"));
    CHECK(patterns.any_matches("a.*"));
    CHECK(Patterns().empty());
    CompiledPatterns compiled;
    CHECK(compiled.matches("abc", "a.c"));
    CHECK(compiled.matches("anything", ""));
    CHECK_FALSE(compiled.matches("a\nc", "a.c"));
    CHECK_FALSE(compiled.matches("(", "("));
}

} // namespace text_test
