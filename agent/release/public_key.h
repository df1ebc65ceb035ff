#pragma once

#include "protocol/data/data.h"

#include <string>
#include <string_view>

namespace vow::agent {

/// A public key as TUF metadata has it (specification, section 4.2): Ed25519 in hexadecimal digits,
/// ECDSA over NIST P-256 and RSA in PEM. Keys of other kinds are held, and verify nothing.
class PublicKey {
public:
    /// `described` is the object that has keytype, scheme and keyval. Throws Untrusted if it has
    /// not.
    explicit PublicKey(const Data& described);

    /// Whether `signature`, in hexadecimal digits, is one of this key over the bytes.
    bool verifies(std::string_view bytes, std::string_view signature) const;

    friend bool operator==(const PublicKey&, const PublicKey&) = default;

private:
    std::string kind_;
    std::string scheme_;
    std::string value_;
};

/// The bytes of an even number of hexadecimal digits; empty for any other text.
std::string bytes_of_digits(std::string_view digits);

} // namespace vow::agent
