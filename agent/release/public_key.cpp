#include "agent/release/public_key.h"

#include "agent/release/untrusted.h"
#include "protocol/crypto/openssl.h"

#include <algorithm>
#include <array>

namespace vow::agent {
namespace {

enum class Padding { none, pkcs1, pss };

struct Scheme {
    std::string_view name;
    int key; ///< OpenSSL's number of the kind
    decltype(&Openssl::EVP_sha256) digest;
    Padding padding = Padding::none;
};

constexpr std::array schemes = {
    Scheme{"ed25519", EVP_PKEY_ED25519, nullptr},
    Scheme{"ecdsa-sha2-nistp256", EVP_PKEY_EC, &Openssl::EVP_sha256},
    Scheme{"rsassa-pss-sha256", EVP_PKEY_RSA, &Openssl::EVP_sha256, Padding::pss},
    Scheme{"rsa-pkcs1v15-sha256", EVP_PKEY_RSA, &Openssl::EVP_sha256, Padding::pkcs1},
};

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

OpensslKey raw_ed25519(std::string_view digits) {
    const std::string bytes = bytes_of_digits(digits);
    return OpensslKey(openssl().EVP_PKEY_new_raw_public_key(
        EVP_PKEY_ED25519, nullptr, bytes_of(bytes), bytes.size()
    ));
}

OpensslKey from_pem(std::string_view text) {
    const OpensslMemory memory = readable(text);
    if (!memory) return nullptr;
    return OpensslKey(openssl().PEM_read_bio_PUBKEY(memory.get(), nullptr, nullptr, nullptr));
}

/// Null for a value that is not such a key.
OpensslKey key_of(const Scheme& scheme, std::string_view value) {
    OpensslKey key = scheme.key == EVP_PKEY_ED25519 ? raw_ed25519(value) : from_pem(value);
    if (key && openssl().EVP_PKEY_get_base_id(key.get()) != scheme.key) return nullptr;
    return key;
}

bool set_padding(EVP_PKEY_CTX* context, Padding padding) {
    if (padding != Padding::pss) return true; // PKCS #1 is the default
    return openssl().EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) > 0 &&
           openssl().EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_AUTO) > 0;
}

std::string member(const Data& object, std::string_view name) {
    const Data* value = object.find(name);
    if (value == nullptr || value->kind() != Data::Kind::string)
        throw Untrusted(TrustRule::form, "a key without the text '" + std::string(name) + "'");
    return std::string(value->text());
}

int number_of_digit(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

} // namespace

std::string bytes_of_digits(std::string_view digits) {
    std::string bytes;
    if (digits.size() % 2 != 0) return bytes;
    bytes.reserve(digits.size() / 2);
    for (std::size_t at = 0; at < digits.size(); at += 2) {
        const int high = number_of_digit(digits[at]);
        const int low = number_of_digit(digits[at + 1]);
        if (high < 0 || low < 0) return {};
        bytes += static_cast<char>(high * 16 + low);
    }
    return bytes;
}

PublicKey::PublicKey(const Data& described)
    : kind_(member(described, "keytype")),
      scheme_(member(described, "scheme")) {
    const Data* value = described.find("keyval");
    value_ = member(value == nullptr ? Data() : *value, "public");
}

bool PublicKey::verifies(std::string_view bytes, std::string_view signature) const {
    const auto scheme = std::ranges::find(schemes, scheme_, &Scheme::name);
    if (scheme == schemes.end()) return false;
    const OpensslKey key = key_of(*scheme, value_);
    const OpensslDigest context(openssl().EVP_MD_CTX_new());
    if (!key || !context) return false;
    EVP_PKEY_CTX* options = nullptr; // the context's own
    const EVP_MD* digest = scheme->digest == nullptr ? nullptr : (openssl().*scheme->digest)();
    if (openssl().EVP_DigestVerifyInit(context.get(), &options, digest, nullptr, key.get()) != 1)
        return false;
    if (!set_padding(options, scheme->padding)) return false;
    const std::string signed_by = bytes_of_digits(signature);
    return openssl().EVP_DigestVerify(
               context.get(), bytes_of(signed_by), signed_by.size(), bytes_of(bytes), bytes.size()
           ) == 1;
}

} // namespace vow::agent
