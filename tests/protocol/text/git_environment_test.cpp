#include "protocol/text/credentials.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace git_environment_test {

using namespace vow;

namespace {

bool has(const GitEnvironment& environment, std::string_view variable) {
    const std::vector<std::string> all = environment.variables();
    return std::ranges::find(all, variable) != all.end();
}

} // namespace

TEST_CASE("git does not wait for a person") {
    CHECK(has({}, "GIT_TERMINAL_PROMPT=0"));
    CHECK(has({}, "GIT_CONFIG_COUNT=0"));
}

TEST_CASE("the password is for the origin of the repository alone") {
    GitEnvironment environment;
    environment.add(credentials_of("https://ann:s%40same@example.org:8443/x.git").value());
    CHECK(has(environment, "GIT_CONFIG_COUNT=2"));
    CHECK(has(environment, "GIT_CONFIG_KEY_0=credential.helper"));
    CHECK(has(environment, "GIT_CONFIG_VALUE_0="));
    CHECK(has(environment, "GIT_CONFIG_KEY_1=credential.https://example.org:8443.helper"));
    CHECK(has(environment, "VOW_GIT_USER=ann"));
    CHECK(has(environment, "VOW_GIT_PASSWORD=s@same"));
}

TEST_CASE("a user without a password leaves it to the user's own helpers") {
    GitEnvironment environment;
    environment.add(credentials_of("https://token@example.org/x.git").value());
    CHECK(has(environment, "GIT_CONFIG_COUNT=1"));
    CHECK(has(environment, "GIT_CONFIG_KEY_0=credential.https://example.org.username"));
    CHECK(has(environment, "GIT_CONFIG_VALUE_0=token"));
}

} // namespace git_environment_test
