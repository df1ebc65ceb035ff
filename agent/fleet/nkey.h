#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct evp_pkey_st;

namespace vow::agent {

/// An Ed25519 key in the texts that NATS has for keys ("nkeys": base32 of a prefix, the key and a
/// CRC-16). Holds a secret: it is not copied.
class NKey {
public:
    enum class Kind { operator_key, account, user };

    static NKey make(Kind kind);
    /// Throws std::invalid_argument if the text is not a seed. The message does not quote it.
    static NKey from_seed(std::string_view seed);

    Kind kind() const { return kind_; }
    std::string seed() const;        ///< secret: "SO...", "SA...", "SU..."
    std::string public_text() const; ///< "O...", "A...", "U..."
    /// 64 bytes.
    std::string sign(std::string_view bytes) const;

private:
    using Key = std::shared_ptr<evp_pkey_st>;
    NKey(Kind kind, Key key) : kind_(kind), key_(std::move(key)) {}

    Kind kind_;
    Key key_;
};

/// The 32 bytes of a public key; nullopt if the text is not one of that kind.
std::optional<std::string> public_bytes_from(std::string_view text, NKey::Kind kind);

/// Whether the signature is one of the key with this public text over the bytes.
bool is_signed_by(
    std::string_view public_text,
    NKey::Kind kind,
    std::string_view bytes,
    std::string_view signature
);

/// RFC 4648, without padding.
std::string base32_of(std::string_view bytes);

/// RFC 4648 with the alphabet for URLs, without padding.
std::string base64_url_of(std::string_view bytes);
/// nullopt for a text that base64_url_of() does not write.
std::optional<std::string> bytes_of_base64_url(std::string_view text);

} // namespace vow::agent
