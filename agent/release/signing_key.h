#pragma once

#include "protocol/data/data.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct evp_pkey_st;

namespace vow::agent {

/// An Ed25519 key that signs metadata. Holds a secret: it is not copied.
class SigningKey {
public:
    static SigningKey make();
    /// Throws std::invalid_argument if the text is not such a key in PEM (PKCS #8).
    static SigningKey from_pem(std::string_view text);

    /// The same of an encrypted key; also if the passphrase is not its own.
    static SigningKey from_pem(std::string_view text, const std::string& passphrase);
    static bool is_encrypted(std::string_view text);

    std::string pem() const;
    /// Encrypted by AES-256, with a key that scrypt makes of the passphrase (PBES2, RFC 7914).
    std::string encrypted_pem(const std::string& passphrase) const;
    /// As TUF metadata has it: keytype, scheme, keyval.
    Data public_part() const;
    /// The SHA-256 of the canonical JSON of the public part.
    std::string id() const;
    /// In hexadecimal digits.
    std::string sign(std::string_view bytes) const;

private:
    using Key = std::unique_ptr<evp_pkey_st, void (*)(evp_pkey_st*)>;
    explicit SigningKey(Key key) : key_(std::move(key)) {}

    Key key_;
};

/// The text of a file of metadata: the content, signed by each of the keys.
std::string signed_text(const Data& content, const std::vector<const SigningKey*>& keys);

} // namespace vow::agent
