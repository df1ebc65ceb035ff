#include "protocol/text/digest.h"

#include "protocol/text/named_value.h"
#include "protocol/text/text.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <span>

namespace vow {
namespace {

const EVP_MD* method_of(Digest::Algorithm algorithm) {
    switch (algorithm) {
    case Digest::Algorithm::md5: return EVP_md5();
    case Digest::Algorithm::sha1: return EVP_sha1();
    case Digest::Algorithm::sha224: return EVP_sha224();
    case Digest::Algorithm::sha256: return EVP_sha256();
    case Digest::Algorithm::sha384: return EVP_sha384();
    case Digest::Algorithm::sha512: return EVP_sha512();
    }
    return nullptr;
}

constexpr NamedValue<Digest::Algorithm> algorithms[] = {
    {"md5", Digest::Algorithm::md5},
    {"sha1", Digest::Algorithm::sha1},
    {"sha224", Digest::Algorithm::sha224},
    {"sha256", Digest::Algorithm::sha256},
    {"sha384", Digest::Algorithm::sha384},
    {"sha512", Digest::Algorithm::sha512},
};

/// The names of all ciphers and the settings in openssl.cnf would take longer than most digests.
void begin_without_settings() {
    OPENSSL_init_crypto(
        OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ADD_ALL_CIPHERS |
            OPENSSL_INIT_NO_ADD_ALL_DIGESTS,
        nullptr
    );
}

std::string digits_of(std::span<const unsigned char> digest) {
    std::string text;
    for (const unsigned char byte : digest)
        text += hexadecimal(byte);
    return text;
}

} // namespace

Digest::Digest(Algorithm algorithm) : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    begin_without_settings();
    EVP_DigestInit_ex(context_.get(), method_of(algorithm), nullptr);
}

void Digest::add(std::string_view bytes) {
    EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
}

std::string Digest::digits() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest = {};
    unsigned size = 0;
    EVP_DigestFinal_ex(context_.get(), digest.data(), &size);
    return digits_of(std::span(digest).first(size));
}

std::optional<Digest::Algorithm> digest_algorithm(std::string_view name) {
    return find_value<Digest::Algorithm>(algorithms, name);
}

std::string digest_of(std::string_view bytes, Digest::Algorithm algorithm) {
    Digest digest(algorithm);
    digest.add(bytes);
    return digest.digits();
}

std::string sha256_of(std::string_view bytes) {
    return digest_of(bytes, Digest::Algorithm::sha256);
}

std::string hmac_sha256_of(std::string_view bytes, std::string_view key) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> mac = {};
    unsigned size = 0;
    const int key_size = static_cast<int>(key.size());
    const auto* text = reinterpret_cast<const unsigned char*>(bytes.data());
    ::HMAC(EVP_sha256(), key.data(), key_size, text, bytes.size(), mac.data(), &size);
    return digits_of(std::span(mac).first(size));
}

bool are_equal_digests(std::string_view left, std::string_view right) {
    return left.size() == right.size() &&
           ::CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

} // namespace vow
