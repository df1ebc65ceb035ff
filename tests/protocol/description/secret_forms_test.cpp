#include "protocol/description/secret_forms.h"
#include "protocol/description/secrets.h"

#include <doctest/doctest.h>

namespace secret_forms_test {

using namespace vow;

namespace {

std::string masked(const std::string& secret, const std::string& text) {
    Secrets secrets;
    secrets.add(Data::string(secret));
    return secrets.masked(text);
}

} // namespace

TEST_CASE("a secret in base64 is masked, alone and in a longer text") {
    CHECK(masked("correct horse", "Y29ycmVjdCBob3JzZQ==") == "***Q==");
    CHECK(masked("correct horse", "YW5uOmNvcnJlY3QgaG9yc2U=") == "YW5uOm***U="); // ann:...
    CHECK(
        masked("correct horse", "bWlrZTpjb3JyZWN0IGhvcnNlCg==") == "bWlrZTp***Cg=="
    ); // mike:...\n
    CHECK(
        masked("correct horse", "ZXZlcjo6Y29ycmVjdCBob3JzZQ==").find("9ycmVjdCBob3") ==
        std::string::npos
    );
    CHECK(
        masked(
            "\xfb\xff\xfe"
            "abcdefg",
            "-__-YWJjZGVmZw"
        ) == "***w"
    ); // of URLs
}

TEST_CASE("base64 of a long secret is masked in lines") {
    const std::string secret(100, 'x');
    const std::string line =
        "eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4";
    CHECK(
        masked(secret, line + "\n" + line.substr(0, 56) + "eA==").find("eHh4eHh4") ==
        std::string::npos
    );
}

TEST_CASE("a secret is masked in the forms of other texts") {
    CHECK(masked("it's & \"me\"", "see it%27s%20%26%20%22me%22") == "see ***");
    CHECK(masked("it's & \"me\"", "it&#39;s &amp; &quot;me&quot;") == "***");
    CHECK(masked("it's & \"me\"", "it's &amp; \"me\"") == "***");
    CHECK(masked("it's & \"me\"", "echo 'it'\\''s & \"me\"'") == "echo '***'");
    CHECK(masked("it's & \"me\"", "echo \"it's & \\\"me\\\"\"") == "echo \"***\"");
    CHECK(masked("correct horse", "636f727265637420686f727365") == "***");
    CHECK(masked("correct horse", "636F727265637420686F727365") == "***");
    CHECK(masked("correct horse", "class x_correct_horse_y") == "class x_***_y");
}

TEST_CASE("encoded forms of few bytes are not masked") {
    CHECK(masked("abcd", "61626364") == "***");
    CHECK(masked("abcd", "YWJjZA==") == "YWJjZA==");
    CHECK(masked("abc", "abc 616263") == "abc 616263");
}

TEST_CASE("parts of a secret are known, texts that contain one are found") {
    Secrets secrets;
    secrets.add(Data::string("user=ann;password=sesame"));
    CHECK(secrets.is_part("sesame"));
    CHECK(secrets.is_part("user=ann;password=sesame"));
    CHECK_FALSE(secrets.is_part("ann"));
    CHECK_FALSE(secrets.is_part("an other"));
    CHECK(secrets.is_in("with user=ann;password=sesame in it"));
    CHECK_FALSE(secrets.is_in("with user=ann"));
}

} // namespace secret_forms_test
