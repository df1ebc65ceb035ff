#pragma once

#include "agent/fleet/nats_jwt.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::agent {

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
