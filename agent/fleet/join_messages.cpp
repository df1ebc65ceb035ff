#include "agent/fleet/join_messages.h"

#include "agent/fleet/nkey.h"
#include "agent/release/canonical_json.h"
#include "protocol/text/digest.h"
#include "protocol/text/named_value.h"
#include "protocol/text/text.h"

#include <array>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t jwt_size = 16'384;

constexpr std::array<NamedValue<JoinAnswer::State>, 3> join_states{
    {{"accepted", JoinAnswer::State::accepted},
     {"waiting", JoinAnswer::State::waiting},
     {"refused", JoinAnswer::State::refused}}};
constexpr std::array<NamedValue<HostRecord::State>, 3> host_states{
    {{"waiting", HostRecord::State::waiting},
     {"active", HostRecord::State::active},
     {"revoked", HostRecord::State::revoked}}};

/// Of the members that are signed.
std::vector<Data::Member> request_members(const JoinRequest& request) {
    return {
        {"token", Data::string(request.token)},
        {"key", Data::string(request.key)},
        {"name", Data::string(request.name)}};
}

} // namespace

std::string JoinRequest::host() const {
    return host_id_of(key);
}

std::string JoinRequest::signed_text() const {
    return "vow join\n" + canonical_json(Data::object(request_members(*this))).value_or("");
}

bool JoinRequest::is_signed() const {
    const auto bytes = bytes_of_base64_url(signature);
    return bytes && is_signed_by(key, NKey::Kind::user, signed_text(), *bytes);
}

std::string text_of(const JoinRequest& request) {
    auto members = request_members(request);
    members.emplace_back("signature", Data::string(request.signature));
    return message_text(std::move(members));
}

JoinRequest join_request_from(std::string_view text) {
    return read_message(text, "a request to join", [](const MetadataMembers& members) {
        JoinRequest request{
            .token = fleet_name(members, "token"),
            .key = bounded_text(members, "key", name_size),
            .name = bounded_text(members, "name", name_size),
            .signature = bounded_text(members, "signature", name_size)};
        if (request.name.empty()) members.fail("has an empty 'name'");
        host_id_of(request.key);
        return request;
    });
}

std::string text_of(const JoinAnswer& answer) {
    return message_text(
        {{"state", Data::string(find_name(join_states, answer.state))},
         {"jwt", Data::string(answer.jwt)},
         {"group", Data::string(answer.group)},
         {"reason", Data::string(answer.reason)}}
    );
}

JoinAnswer join_answer_from(std::string_view text) {
    return read_message(
        text,
        "the answer to a request to join",
        [](const MetadataMembers& members) {
            return JoinAnswer{
                .state = named_member(members, "state", join_states),
                .jwt = optional_text(members, "jwt", jwt_size),
                .group = optional_fleet_name(members, "group"),
                .reason = optional_text(members, "reason", reason_size)};
        }
    );
}

std::string text_of(const TokenRecord& token) {
    return message_text(
        {{"group", Data::string(token.group)},
         {"uses", Data::integer(token.uses)},
         {"expires", time_data(token.expires)},
         {"needs_approval", Data::boolean(token.needs_approval)},
         {"made_by", Data::string(token.made_by)}}
    );
}

TokenRecord token_from(std::string_view text) {
    return read_message(text, "a token", [](const MetadataMembers& members) {
        return TokenRecord{
            .group = optional_fleet_name(members, "group"),
            .uses = members.number("uses", 0),
            .expires = time_member(members, "expires"),
            .needs_approval = members.truth("needs_approval"),
            .made_by = optional_text(members, "made_by", name_size)};
    });
}

std::string_view name_of(HostRecord::State state) {
    return find_name(host_states, state);
}

std::string text_of(const HostRecord& host) {
    return message_text(
        {{"key", Data::string(host.key)},
         {"name", Data::string(host.name)},
         {"group", Data::string(host.group)},
         {"state", Data::string(name_of(host.state))},
         {"token", Data::string(host.token)},
         {"since", time_data(host.since)}}
    );
}

HostRecord host_record_from(std::string_view text) {
    return read_message(text, "a host's record", [](const MetadataMembers& members) {
        HostRecord host{
            .key = bounded_text(members, "key", name_size),
            .name = bounded_text(members, "name", name_size),
            .group = optional_fleet_name(members, "group"),
            .state = named_member(members, "state", host_states),
            .token = optional_text(members, "token", name_size),
            .since = time_member(members, "since")};
        host_id_of(host.key);
        return host;
    });
}

std::string host_id_of(std::string_view public_key) {
    const auto bytes = public_bytes_from(public_key, NKey::Kind::user);
    if (!bytes) throw BadMessage("a key is not the public key of a user of NATS");
    std::string digits;
    digits.reserve(2 * bytes->size());
    for (const char byte : *bytes)
        digits += hexadecimal(static_cast<unsigned char>(byte));
    const Data key = Data::object(
        {{"keytype", Data::string("ed25519")},
         {"keyval", Data::object({{"public", Data::string(digits)}})},
         {"scheme", Data::string("ed25519")}}
    );
    return sha256_of(canonical_json(key).value_or(""));
}

} // namespace vow::agent
