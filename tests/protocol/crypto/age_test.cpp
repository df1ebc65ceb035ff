#include "protocol/crypto/age.h"

#include <doctest/doctest.h>

#include <nettle/base64.h>

namespace age_test {

using namespace vow;

namespace {

// Made by age-keygen 1.1.1, for this test alone.
constexpr const char* identity_file =
    "# created: 2026-11-26T14:57:15Z\n"
    "# public key: age1fkj2yexg7xunez48skvgy6jxyrmnc4v6wy57de9tr36yhjc7l3eq6fw4ya\n"
    "AGE-SECRET-KEY-1EQU8640DQQFGDGDYXYVNMF60VK253NV934M7FZQTG928X3NGWJASP75RLR\n";

/// "open sesame\n", encrypted by age 1.1.1 to that identity and to another one.
constexpr std::string_view encrypted =
    "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSA3YkVIbG1TMXpoNktjTzlWTTJzc1JoRmpSUzlKdXFZ"
    "UjBtRTJJVnpGSHpnCkZxLytKS1pCRGZjUUNRVzVjSGl4RG0zYTd6WEdBZVZPd1F1anBoTzlzYlUKLT4gWDI1"
    "NTE5ICtlMmlJVWtWcldLRVlwdFV5Y0w5M2pZcjR6SmxrSGxhcW9IYXlTZ2REbUUKKy90WllyTXFvVUhQVlc0"
    "elBCaXhSVDh4MTIyNHJxNm5lSkdpSGswRmVQQQotLS0gYTFOdmUwVC9SZGpqdmxjWmIwOFlBYzc4TUtlMW9k"
    "V3NTNm1Yd3piYVNkbwpBVH27MJR3rWgff+HAYCQggCWC5KbvujF8s2ds7FOAXs/2QraIlQwJ2uHXcw==";

std::string file() {
    base64_decode_ctx context = {};
    ::base64_decode_init(&context);
    std::string bytes(BASE64_DECODE_LENGTH(encrypted.size()), '\0');
    std::size_t size = bytes.size();
    ::base64_decode_update(
        &context,
        &size,
        reinterpret_cast<std::uint8_t*>(bytes.data()),
        encrypted.size(),
        encrypted.data()
    );
    bytes.resize(size);
    return bytes;
}

} // namespace

TEST_CASE("an identity of age decrypts what age has encrypted to it") {
    const auto identity = AgeIdentity::from_text(identity_file).value();
    CHECK(identity.recipient() == "age1fkj2yexg7xunez48skvgy6jxyrmnc4v6wy57de9tr36yhjc7l3eq6fw4ya");
    CHECK(
        identity.text() ==
        "AGE-SECRET-KEY-1EQU8640DQQFGDGDYXYVNMF60VK253NV934M7FZQTG928X3NGWJASP75RLR"
    );
    CHECK(identity.decrypt(file()).text == "open sesame\n");
}

TEST_CASE("another identity of age does not") {
    const AgeText none = AgeIdentity::make().decrypt(file());
    CHECK(!none.text);
    CHECK(none.why_not == "it is not encrypted to this identity");
}

TEST_CASE("a file of age that was changed anywhere, or cut off, is refused") {
    const auto identity = AgeIdentity::from_text(identity_file).value();
    const std::string whole = file();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        CHECK(!identity.decrypt(changed).text);
        CHECK(!identity.decrypt(std::string_view(whole).substr(0, at)).text);
    }
}

TEST_CASE("a new identity of age is read again from its text") {
    const AgeIdentity made = AgeIdentity::make();
    CHECK(AgeIdentity::from_text(made.text()).value().recipient() == made.recipient());
    CHECK(!AgeIdentity::from_text("AGE-SECRET-KEY-1XXX\n"));
}

TEST_CASE("a text in Bech32 has one name, one case and a checksum") {
    const std::string text = bech32_of("age", std::string_view("\0\xff\x10", 3));
    CHECK(bytes_of_bech32("age", text) == std::string("\0\xff\x10", 3));
    CHECK(!bytes_of_bech32("agf", text));
    CHECK(!bytes_of_bech32("age", text.substr(0, text.size() - 1)));
    std::string mixed = text;
    mixed[0] = 'A';
    CHECK(!bytes_of_bech32("age", mixed));
    CHECK(bytes_of_bech32("a", "a12uel5l") == ""); // of BIP 173
}

} // namespace age_test
