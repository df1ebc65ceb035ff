#pragma once

#include "agent/fleet/message_reader.h"
#include "agent/fleet/nats_jwt.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::agent {

/// The signature of a user of the fleet, with the JWT by which its account made it one: so a host
/// that knows the account can verify it without a question to anybody.
struct UserSignature {
    std::string jwt;
    std::string value; ///< base64url
};

UserSignature signature_of(const Credentials& user, std::string_view text);

Data data_of(const UserSignature& signature);
/// nullopt without the member.
std::optional<UserSignature>
optional_signature(const MetadataMembers& members, std::string_view name);

/// The users whose signature counts.
struct SignatureRule {
    std::string account; ///< public text of the one that made the user
    std::string subject; ///< that the user has permission to publish
    FleetTime now;       ///< before the end of that permission
};

/// Throws BadMessage, with `name` for the text, if the signature is missing or does not count.
void require_signature(
    const std::optional<UserSignature>& signature,
    std::string_view text,
    const SignatureRule& rule,
    const std::string& name
);

} // namespace vow::agent
