#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vow {

/// The result of a decryption, or why it is impossible. The reason has nothing of the secret.
struct AgeText {
    std::optional<std::string> text = {};
    std::string why_not = {};
};

/// An identity of age (age-encryption.org/v1, X25519): decrypts the files that were encrypted to
/// its recipient. Holds a secret.
class AgeIdentity {
public:
    static AgeIdentity make();
    /// The first identity in a file as age-keygen writes it; nullopt without one.
    static std::optional<AgeIdentity> from_text(std::string_view text);

    std::string text() const;      ///< "AGE-SECRET-KEY-1..."
    std::string recipient() const; ///< "age1..."
    /// Decrypts a file that is not armored. All of it is authenticated.
    AgeText decrypt(std::string_view file) const;

private:
    explicit AgeIdentity(std::string secret) : secret_(std::move(secret)) {}

    std::string secret_; ///< 32 bytes
};

/// Bytes as text with a name in front and a checksum (Bitcoin's BIP 173), in lower case.
std::string bech32_of(std::string_view name, std::string_view bytes);

/// The bytes of such a text with that name; nullopt for any other text. All letters have one case.
std::optional<std::string> bytes_of_bech32(std::string_view name, std::string_view text);

} // namespace vow
