#include "agent/fleet/nats_jwt.h"
#include "agent/fleet/roles.h"
#include "protocol/text/text.h"

#include <array>
#include <stdexcept>

#include <sys/random.h>

namespace vow::agent {
namespace {

constexpr std::string_view beginning = "vow1.";

} // namespace

Token Token::make(const NKey& account, JwtTime expires, JwtTime now) {
    const NKey key = NKey::make(NKey::Kind::user);
    std::string id = "token_" + random_name();
    Credentials credentials{
        .jwt = user_jwt(account, key.public_text(), id, permissions_of_token(id), expires, now),
        .seed = key.seed()};
    return {.id = std::move(id), .credentials = std::move(credentials)};
}

std::string text_of(const Token& token) {
    return std::string(beginning) + token.credentials.jwt + "." + token.credentials.seed;
}

std::optional<Token> token_in(std::string_view text) {
    text = trimmed(text);
    if (!text.starts_with(beginning)) return std::nullopt;
    text.remove_prefix(beginning.size());
    const std::size_t point = text.rfind('.');
    if (point == std::string_view::npos) return std::nullopt;
    Token token{
        .id = {},
        .credentials = {
            .jwt = std::string(text.substr(0, point)),
            .seed = std::string(text.substr(point + 1))}};
    const auto claims = verified_claims(token.credentials.jwt);
    const Data* name = claims ? claims->find("name") : nullptr;
    if (name == nullptr || !is_fleet_name(name->text())) return std::nullopt;
    token.id = std::string(name->text());
    return token;
}

std::string random_name() {
    constexpr std::size_t size = 10;
    std::array<char, size> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        throw std::runtime_error("the system has no random bytes");
    return lower_case(base32_of({bytes.data(), bytes.size()}));
}

} // namespace vow::agent
