#include "agent/release/public_key.h"
#include "agent/release/signing_key.h"

#include <doctest/doctest.h>

#include <stdexcept>

namespace signing_key_test {

using namespace vow::agent;

TEST_CASE("a key is read from its PEM, encrypted or not") {
    const SigningKey key = SigningKey::make();
    CHECK(SigningKey::from_pem(key.pem()).id() == key.id());
    CHECK_FALSE(SigningKey::is_encrypted(key.pem()));
    const std::string encrypted = key.encrypted_pem("correct horse");
    CHECK(SigningKey::is_encrypted(encrypted));
    CHECK(encrypted != key.encrypted_pem("correct horse")); // another salt
    const SigningKey read = SigningKey::from_pem(encrypted, "correct horse");
    CHECK(read.id() == key.id());
    CHECK(PublicKey(key.public_part()).verifies("text", read.sign("text")));
}

TEST_CASE("another passphrase, none, and other texts give no key") {
    const std::string encrypted = SigningKey::make().encrypted_pem("correct horse");
    CHECK_THROWS_AS(SigningKey::from_pem(encrypted, "battery"), std::invalid_argument);
    CHECK_THROWS_AS(SigningKey::from_pem(encrypted), std::invalid_argument);
    CHECK_THROWS_AS(SigningKey::from_pem(encrypted, std::string(5000, 'x')), std::invalid_argument);
    CHECK_THROWS_AS(SigningKey::from_pem("nonsense"), std::invalid_argument);
}

} // namespace signing_key_test
