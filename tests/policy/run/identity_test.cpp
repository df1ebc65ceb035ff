#include "policy/run/identity.h"

#include <doctest/doctest.h>

namespace identity_test {

using namespace vow;

namespace {

std::uint64_t identity_of(std::initializer_list<std::string_view> texts) {
    Identity identity;
    for (const std::string_view text : texts)
        identity.add(text);
    return identity.value();
}

} // namespace

TEST_CASE("identities are equal when the same texts are added in the same order") {
    CHECK(identity_of({"a", "b"}) == identity_of({"a", "b"}));
    CHECK(identity_of({"a", "b"}) != identity_of({"b", "a"}));
    CHECK(identity_of({"a", "bc"}) != identity_of({"ab", "c"}));
    CHECK(identity_of({"a"}) != identity_of({"a", ""}));
}

TEST_CASE("an identity is the same in every build, since it names locks on disk") {
    CHECK(identity_of({"commands", "/bin/true"}) == 0x08025a235b835f8cU);
}

TEST_CASE("an identity is never 0") {
    CHECK(identity_of({}) != 0);
    CHECK(identity_of({""}) != 0);
}

TEST_CASE("a set of identities finds every member after it has grown") {
    IdentitySet set;
    constexpr std::uint64_t many = 10'000;
    const auto inserted = [&] {
        std::uint64_t count = 0;
        for (std::uint64_t identity = 1; identity <= many; ++identity)
            if (set.insert(identity << 32U)) ++count;
        return count;
    };
    CHECK(inserted() == many);
    CHECK(inserted() == 0);
    CHECK(set.contains(1ULL << 32U));
    CHECK_FALSE(set.contains(1));
}

} // namespace identity_test
