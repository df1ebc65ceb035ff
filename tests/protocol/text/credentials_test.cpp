#include "protocol/text/credentials.h"

#include <doctest/doctest.h>

namespace credentials_test {

using namespace vow;

TEST_CASE("users and passwords in addresses are masked in any text") {
    struct Row {
        std::string_view text, shown;
    };
    const Row rows[] = {
        {"", ""},
        {"plain // text: a@b", "plain // text: a@b"},
        {"'https://bob:pw@host/x' and http://a:b@c", "'https://***@host/x' and http://***@c"},
        {"ssh://git@host/x", "ssh://git@host/x"},
        {"//bob:p@w@host", "//***@host"},
        {"https://TOKEN@host/x HTTP://TOKEN@h", "https://***@host/x HTTP://***@h"},
        {"https://@host/x", "https://@host/x"},
        {"//bob@host and file://bob@host", "//bob@host and file://bob@host"},
        {"https://host/a:b@c", "https://host/a:b@c"},
        {"https://host:80/ a@b", "https://host:80/ a@b"},
    };
    for (const Row& row : rows)
        CHECK(without_credentials(row.text) == row.shown);
}

TEST_CASE("an address is parted from its user and password") {
    const auto found = credentials_of("https://bob:p%40w%@host:8443/x.git");
    REQUIRE(found);
    CHECK(found->address == "https://host:8443/x.git");
    CHECK(found->origin == "https://host:8443");
    CHECK(found->user == "bob");
    CHECK(found->password == "p@w%");
    CHECK_FALSE(credentials_of("https://host/x"));
    const auto token = credentials_of("https://T%4FKEN@host/x");
    REQUIRE(token);
    CHECK(token->address == "https://host/x");
    CHECK(token->user == "TOKEN");
    CHECK_FALSE(token->password);
    CHECK_FALSE(credentials_of("ssh://bob:pw@host/x"));
}

} // namespace credentials_test
