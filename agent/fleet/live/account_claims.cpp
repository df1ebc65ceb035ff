#include "agent/fleet/live/account_claims.h"

#include "agent/fleet/live/bus.h"
#include "agent/fleet/live/mailbox.h"

#include <algorithm>

namespace vow::agent {
namespace {

constexpr std::chrono::seconds claims_limit(10);

Bus system_bus(const FleetFolder& folder) {
    return Bus(
        {.url = folder.url(),
         .authority = folder.authority(),
         .name = "vow fleet",
         .inbox = inbox_of("system"),
         .credentials = folder.user("system")}
    );
}

std::string claims_on(Bus& bus, const FleetFolder& folder) {
    BusMessage answer = bus.request(
        {.subject = "$SYS.REQ.ACCOUNT." + folder.account() + ".CLAIMS.LOOKUP"}, claims_limit
    );
    if (!verified_claims(answer.data))
        throw BusError("the server has no valid claims of the account");
    return std::move(answer.data);
}

} // namespace

std::string account_claims(const FleetFolder& folder) {
    Bus bus = system_bus(folder);
    return claims_on(bus, folder);
}

void revoke_user(const FleetFolder& folder, const std::string& public_key) {
    Bus bus = system_bus(folder);
    const Data claims = verified_claims(claims_on(bus, folder)).value();
    Revocations revocations = revocations_of(claims);
    revocations.emplace_back(public_key, fleet_now());
    // Of two claims of the same second a server may keep the older ones.
    const FleetTime issued = std::max(fleet_now(), issue_of(claims) + std::chrono::seconds(1));
    const std::string jwt = account_jwt(
        folder.operator_key(),
        folder.account(),
        folder.name(),
        JetStream::unlimited,
        revocations,
        issued
    );
    const BusMessage answer =
        bus.request({.subject = "$SYS.REQ.CLAIMS.UPDATE", .data = jwt}, claims_limit);
    if (answer.data.find("\"error\"") != std::string::npos)
        throw BusError("the server refused the new claims of the account: " + answer.data);
}

} // namespace vow::agent
