#include "agent/fleet/join_messages.h"
#include "agent/fleet/nkey.h"
#include "agent/fleet/roles.h"

#include <doctest/doctest.h>

namespace vow::agent {

TEST_CASE("A request to join is signed by the key that it names") {
    const NKey key = NKey::make(NKey::Kind::user);
    JoinRequest request{.token = "t", .key = key.public_text(), .name = "web1"};
    request.signature = base64_url_of(key.sign(request.signed_text()));
    CHECK(join_request_from(text_of(request)).is_signed());
    CHECK(is_host_id(request.host()));
    request.name = "web2";
    CHECK_FALSE(join_request_from(text_of(request)).is_signed());
    request.key = NKey::make(NKey::Kind::account).public_text();
    CHECK_THROWS_AS(join_request_from(text_of(request)), BadMessage);
}

} // namespace vow::agent
