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

TEST_CASE("a result that is made of a secret is secret") {
    Secrets secrets;
    secrets.add(Data::string("user=ann;password=sesame;pin=445566"));
    const auto made = [&](const std::string& result) {
        const auto data = parse_json(result);
        return json_text(secrets.made_of_secret(std::get<Data>(data)));
    };
    CHECK(made(R"("ANY TEXT")") == R"(["ANY TEXT"])");
    CHECK(made(R"(["user=ann", "other", {"a": "sesame"}, "ann"])") == R"(["user=ann","sesame"])");
    CHECK(made("24") == "[]"); // a length
    CHECK(made(R"("24")") == "[]");
    CHECK(made(R"("445566")") == R"(["445566"])");
    secrets.add(Data::string("90210443"));
    CHECK(made(R"("34401209")") == R"(["34401209"])"); // reversed
}

TEST_CASE("texts and data that contain a secret are found") {
    Secrets secrets;
    secrets.add(Data::string("user=ann;password=sesame"));
    CHECK(secrets.is_in("with user=ann;password=sesame in it"));
    CHECK(secrets.is_in(Data::array({Data::string("user=ann;password=sesame")})));
    CHECK_FALSE(secrets.is_in(Data::array({Data::string("user=ann")})));
    CHECK_FALSE(secrets.is_in("with user=ann"));
}

} // namespace secret_forms_test
