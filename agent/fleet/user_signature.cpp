#include "agent/fleet/user_signature.h"

#include "agent/fleet/nkey.h"

namespace vow::agent {
namespace {

constexpr std::size_t max_jwt_size = 16'384;
constexpr std::size_t max_value_size = 255;

} // namespace

UserSignature signature_of(const Credentials& user, std::string_view text) {
    return {.jwt = user.jwt, .value = base64_url_of(NKey::from_seed(user.seed).sign(text))};
}

Data data_of(const UserSignature& signature) {
    return Data::object(
        {{"jwt", Data::string(signature.jwt)}, {"value", Data::string(signature.value)}}
    );
}

std::optional<UserSignature>
optional_signature(const MetadataMembers& members, std::string_view name) {
    const Data* value = members.find(name);
    if (value == nullptr || value->kind() == Data::Kind::null) return std::nullopt;
    const MetadataMembers signature = members.object(name);
    return UserSignature{
        .jwt = bounded_text(signature, "jwt", max_jwt_size),
        .value = bounded_text(signature, "value", max_value_size)};
}

void require_signature(
    const std::optional<UserSignature>& signature,
    std::string_view text,
    const SignatureRule& rule,
    const std::string& name
) {
    if (!signature) throw BadMessage(name + " is not signed");
    const auto claims = verified_claims(signature->jwt);
    if (!claims || issuer_of(*claims) != rule.account)
        throw BadMessage(name + " is signed by a user of another account");
    const auto expires = expiry_of(*claims);
    if (!may_publish(*claims, rule.subject) || (expires && *expires <= rule.now))
        throw BadMessage(name + " is signed by a user without the permission for it");
    const auto bytes = bytes_of_base64_url(signature->value);
    if (!bytes || !is_signed_by(subject_of(*claims), NKey::Kind::user, text, *bytes))
        throw BadMessage(name + " has a signature that does not fit");
}

} // namespace vow::agent
