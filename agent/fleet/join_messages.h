#pragma once

#include "agent/fleet/message_reader.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace vow::agent {

// The messages and records by which a host joins its fleet. docs/fleet-protocol.md has their
// subjects and forms. All *_from functions throw BadMessage.

/// A host requests to join; `vow.join.TOKEN`. Signed by the key that it names.
struct JoinRequest {
    std::string token;
    std::string key; ///< public text of the host's key
    std::string name;
    std::string signature = {}; ///< base64url, over the canonical JSON of the rest

    std::string host() const; ///< the id
    std::string signed_text() const;
    bool is_signed() const;
};
std::string text_of(const JoinRequest& request);
JoinRequest join_request_from(std::string_view text);

/// The answer to it.
struct JoinAnswer {
    enum class State { accepted, waiting, refused };
    State state = State::refused;
    std::string jwt = {};    ///< of an accepted host
    std::string group = {};  ///< likewise; may be empty
    std::string reason = {}; ///< of a refusal
};
std::string text_of(const JoinAnswer& answer);
JoinAnswer join_answer_from(std::string_view text);

/// A token; bucket `tokens`, by its id.
struct TokenRecord {
    std::string group = {}; ///< may be empty
    std::int64_t uses = 1;  ///< left
    FleetTime expires = {};
    bool needs_approval = false;
    std::string made_by = {};
};
std::string text_of(const TokenRecord& token);
TokenRecord token_from(std::string_view text);

/// A host that has joined or wants to; bucket `registry`, by its id.
struct HostRecord {
    enum class State { waiting, active, revoked };
    std::string key;
    std::string name;
    std::string group = {}; ///< may be empty
    State state = State::waiting;
    std::string token = {};
    FleetTime since = {}; ///< of the state
};
std::string_view name_of(HostRecord::State state);
std::string text_of(const HostRecord& host);
HostRecord host_record_from(std::string_view text);

/// The id of the host with this key: the id that TUF gives to the same key. BadMessage if the text
/// is not a user's public key.
std::string host_id_of(std::string_view public_key);

} // namespace vow::agent
