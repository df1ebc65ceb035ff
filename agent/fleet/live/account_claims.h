#pragma once

#include "agent/fleet/fleet_folder.h"

#include <string>

namespace vow::agent {

// The claims of a fleet's account, which its servers keep and give to each other. As the system's
// user; all throw UsageError and BusError.

/// The newest ones, as a JWT: another operator may have revoked a host.
std::string account_claims(const FleetFolder& folder);
/// Adds a revocation to them, at all servers.
void revoke_user(const FleetFolder& folder, const std::string& public_key);

} // namespace vow::agent
