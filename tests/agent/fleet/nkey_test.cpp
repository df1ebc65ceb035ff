#include "agent/fleet/nats_jwt.h"
#include "agent/fleet/nkey.h"

#include <doctest/doctest.h>

#include <stdexcept>

namespace vow::agent {
namespace {

constexpr JwtTime issued{std::chrono::seconds(1'000'000'000)};

} // namespace

TEST_CASE("A seed makes the same key again") {
    for (const auto& [kind, seed, text] :
         {std::tuple(NKey::Kind::operator_key, "SO", "O"),
          std::tuple(NKey::Kind::account, "SA", "A"),
          std::tuple(NKey::Kind::user, "SU", "U")}) {
        const NKey key = NKey::make(kind);
        CHECK(key.seed().starts_with(seed));
        CHECK(key.public_text().starts_with(text));
        CHECK(key.seed().size() == 58);
        CHECK(key.public_text().size() == 56);
        const NKey again = NKey::from_seed(key.seed());
        CHECK(again.public_text() == key.public_text());
        CHECK(again.kind() == kind);
        CHECK(is_signed_by(key.public_text(), kind, "text", again.sign("text")));
    }
}

TEST_CASE("A text is not a seed when a letter of it is changed") {
    const std::string seed = NKey::make(NKey::Kind::user).seed();
    for (std::size_t i = 0; i < seed.size(); ++i) {
        std::string changed = seed;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        CHECK_THROWS_AS(NKey::from_seed(changed), std::invalid_argument);
    }
    CHECK_THROWS_AS(NKey::from_seed(""), std::invalid_argument);
    CHECK_THROWS_AS(NKey::from_seed(seed + "A"), std::invalid_argument);
}

TEST_CASE("A signature is valid for one key and one text") {
    const NKey key = NKey::make(NKey::Kind::user);
    const NKey other = NKey::make(NKey::Kind::user);
    const std::string signature = key.sign("text");
    CHECK_FALSE(is_signed_by(key.public_text(), NKey::Kind::user, "texT", signature));
    CHECK_FALSE(is_signed_by(other.public_text(), NKey::Kind::user, "text", signature));
    CHECK_FALSE(is_signed_by(key.public_text(), NKey::Kind::account, "text", signature));
    CHECK_FALSE(is_signed_by(key.public_text(), NKey::Kind::user, "text", signature.substr(1)));
}

TEST_CASE("Base64 of URLs has one text for each value") {
    // RFC 4648, section 10
    CHECK(base64_url_of("foobar") == "Zm9vYmFy");
    CHECK(base64_url_of("fooba") == "Zm9vYmE");
    CHECK(base64_url_of("foob") == "Zm9vYg");
    CHECK(base32_of("foobar") == "MZXW6YTBOI");
    CHECK(bytes_of_base64_url("Zm9vYg") == "foob");
    CHECK_FALSE(bytes_of_base64_url("Zm9vYh")); // other bits that are not used
    CHECK_FALSE(bytes_of_base64_url("Zm9v+g"));
}

TEST_CASE("Claims are read when their issuer has signed them") {
    const NKey account = NKey::make(NKey::Kind::account);
    const std::string user = NKey::make(NKey::Kind::user).public_text();
    const std::string jwt =
        user_jwt(account, user, "web1", {.publish = {"a.b"}}, std::nullopt, issued);
    const auto claims = verified_claims(jwt);
    REQUIRE(claims);
    CHECK(claims->find("sub")->text() == user);
    CHECK(claims->find("iss")->text() == account.public_text());
    // An empty list of NATS's would allow everything.
    CHECK(json_text(*claims->find("nats")->find("sub")) == R"({"deny":[">"]})");
    for (std::size_t i = 0; i < jwt.size(); i += 7) {
        std::string changed = jwt;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        CHECK_FALSE(verified_claims(changed));
    }
}

TEST_CASE("The claims of an account hold its revocations and when they were made") {
    const NKey key = NKey::make(NKey::Kind::operator_key);
    const Revocations revocations{{NKey::make(NKey::Kind::user).public_text(), issued}};
    const std::string jwt = account_jwt(
        key,
        NKey::make(NKey::Kind::account).public_text(),
        "fleet",
        JetStream::unlimited,
        revocations,
        issued
    );
    CHECK(revocations_of(*verified_claims(jwt)) == revocations);
    CHECK(issue_of(*verified_claims(jwt)) == issued);
}

TEST_CASE("Credentials and tokens are read as they were written") {
    const NKey account = NKey::make(NKey::Kind::account);
    const Token token = Token::make(account, issued, issued);
    const auto read = token_in(text_of(token) + "\n");
    REQUIRE(read);
    CHECK(read->id == token.id);
    CHECK(read->credentials.seed == token.credentials.seed);
    const auto credentials = credentials_from(credentials_text(token.credentials));
    REQUIRE(credentials);
    CHECK(credentials->jwt == token.credentials.jwt);
    CHECK_FALSE(credentials_from("garbage"));
    CHECK_FALSE(token_in("vow1.garbage.garbage"));
}

} // namespace vow::agent
