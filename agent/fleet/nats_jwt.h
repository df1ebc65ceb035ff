#pragma once

#include "agent/fleet/nkey.h"
#include "protocol/data/data.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::agent {

// The signed claims by which nats-server knows operators, accounts and users (JWT, version 2 of
// NATS's claims). Only what vow needs of them is here.

using JwtTime = std::chrono::sys_seconds;

/// The subjects that a user may publish to and subscribe to. Empty lists allow nothing.
struct Permissions {
    std::vector<std::string> publish = {};
    std::vector<std::string> subscribe = {};
    bool answers = false; ///< may publish once to the reply subject of each message it receives
};

/// A user that may no longer connect, and the time up to which its JWTs are void.
using Revocations = std::vector<std::pair<std::string, JwtTime>>;

/// Signed by itself. `system_account` is the public text of that account's key.
std::string operator_jwt(
    const NKey& key, const std::string& name, const std::string& system_account, JwtTime now
);

enum class JetStream { off, unlimited };

/// Signed by the operator.
std::string account_jwt(
    const NKey& operator_key,
    const std::string& account,
    const std::string& name,
    JetStream jet_stream,
    const Revocations& revocations,
    JwtTime now
);

/// Signed by the account. `user` is the public text of the user's key.
std::string user_jwt(
    const NKey& account,
    const std::string& user,
    const std::string& name,
    const Permissions& permissions,
    std::optional<JwtTime> expires,
    JwtTime now
);

/// The claims of a JWT that was signed by the key whose public text it names as its issuer; nullopt
/// for any other text. The caller decides whether that issuer may.
std::optional<Data> verified_claims(std::string_view jwt);

/// When claims were made.
JwtTime issue_of(const Data& claims);
/// nullopt: they hold until they are revoked.
std::optional<JwtTime> expiry_of(const Data& claims);
/// The public texts of the key that signed claims, and of the key that they are about.
std::string issuer_of(const Data& claims);
std::string subject_of(const Data& claims);
/// Of a user's claims: whether they list the subject, as it is written, or all subjects.
bool may_publish(const Data& claims, std::string_view subject);
/// Of an account's claims.
Revocations revocations_of(const Data& claims);

/// A user's JWT and the seed of its key: all that it needs to connect.
struct Credentials {
    std::string jwt = {};
    std::string seed = {}; ///< secret
};

/// The text of a file of credentials, as all NATS programs read it.
std::string credentials_text(const Credentials& credentials);
/// nullopt if the text is not one.
std::optional<Credentials> credentials_from(std::string_view text);

/// An operator hands it to a host: credentials of a user of the bus that may request to join and
/// nothing else, until the token expires.
struct Token {
    std::string id; ///< also the name of that user
    Credentials credentials;

    static Token make(const NKey& account, JwtTime expires, JwtTime now);
};

/// One word: "vow1.JWT.SEED".
std::string text_of(const Token& token);
/// nullopt if the text is not a token.
std::optional<Token> token_in(std::string_view text);

/// Some letters and digits that no one can guess.
std::string random_name();

} // namespace vow::agent
