#include "agent/fleet/roles.h"
#include "tests/support/fleet_report.h"

#include <doctest/doctest.h>

namespace vow::agent {

using tests::own_id;

TEST_CASE("A host has permission for its own subjects only") {
    const Permissions permissions = permissions_of_host(own_id);
    for (const std::string& subject : permissions.publish) {
        CAPTURE(subject);
        const bool is_reading = subject.starts_with("$JS.API.DIRECT.GET.KV_");
        CHECK((is_reading || subject.ends_with("." + own_id)));
    }
    CHECK(permissions_of_token("t").publish == std::vector<std::string>{"vow.join.t"});
    CHECK_FALSE(is_fleet_name("a.b"));
    CHECK_FALSE(is_fleet_name("*"));
    CHECK_FALSE(is_fleet_name(""));
}

} // namespace vow::agent
