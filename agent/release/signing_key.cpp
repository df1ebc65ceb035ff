#include "agent/release/signing_key.h"

#include "agent/release/canonical_json.h"
#include "protocol/crypto/openssl.h"
#include "protocol/text/digest.h"
#include "protocol/text/text.h"

#include <array>
#include <stdexcept>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t key_size = 32;
constexpr std::size_t signature_size = 64;
// As `openssl pkcs8 -scrypt` has them: 16 MiB of memory for each try.
constexpr int scrypt_salt = 16;
constexpr std::uint64_t scrypt_cost = 1U << 14U;
constexpr std::uint64_t scrypt_block = 8;

template <std::size_t Size>
std::string digits_of(const std::array<unsigned char, Size>& bytes) {
    return hexadecimal({reinterpret_cast<const char*>(bytes.data()), Size});
}

[[noreturn]] void fail(const char* action) {
    throw std::runtime_error(std::string("OpenSSL cannot ") + action);
}

/// Hands OpenSSL the passphrase; without one it would request it at the terminal.
int copy_passphrase(char* buffer, int size, int /*writing*/, void* given) {
    const auto& passphrase = *static_cast<const std::string*>(given);
    if (passphrase.size() > static_cast<std::size_t>(size)) return -1;
    passphrase.copy(buffer, passphrase.size());
    return static_cast<int>(passphrase.size());
}

} // namespace

SigningKey SigningKey::make() {
    Key key(openssl().EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), openssl().EVP_PKEY_free);
    if (!key) fail("make a key");
    return SigningKey(std::move(key));
}

SigningKey SigningKey::from_pem(std::string_view text) {
    return from_pem(text, {});
}

SigningKey SigningKey::from_pem(std::string_view text, const std::string& passphrase) {
    const OpensslMemory memory = readable(text);
    std::string given = passphrase; // the callback takes it as data to change
    Key key(
        openssl().PEM_read_bio_PrivateKey(memory.get(), nullptr, &copy_passphrase, &given),
        openssl().EVP_PKEY_free
    );
    if (!key || openssl().EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519)
        throw std::invalid_argument("no Ed25519 key in PEM");
    return SigningKey(std::move(key));
}

bool SigningKey::is_encrypted(std::string_view text) {
    return text.find("-----BEGIN ENCRYPTED PRIVATE KEY-----") != std::string_view::npos;
}

std::string SigningKey::encrypted_pem(const std::string& passphrase) const {
    using Info =
        std::unique_ptr<PKCS8_PRIV_KEY_INFO, ReleasedBy<&Openssl::PKCS8_PRIV_KEY_INFO_free>>;
    using Algorithm = std::unique_ptr<X509_ALGOR, ReleasedBy<&Openssl::X509_ALGOR_free>>;
    using Encrypted = std::unique_ptr<X509_SIG, ReleasedBy<&Openssl::X509_SIG_free>>;
    const Info plain(openssl().EVP_PKEY2PKCS8(key_.get()));
    Algorithm algorithm(openssl().PKCS5_pbe2_set_scrypt(
        openssl().EVP_aes_256_cbc(), nullptr, scrypt_salt, nullptr, scrypt_cost, scrypt_block, 1
    ));
    if (!plain || !algorithm) fail("encrypt a key");
    const Encrypted encrypted(openssl().PKCS8_set0_pbe(
        passphrase.data(), static_cast<int>(passphrase.size()), plain.get(), algorithm.get()
    ));
    if (!encrypted) fail("encrypt a key");
    static_cast<void>(algorithm.release()); // it belongs to the encrypted key
    const OpensslMemory memory(openssl().BIO_new(openssl().BIO_s_mem()));
    if (openssl().PEM_write_bio_PKCS8(memory.get(), encrypted.get()) != 1) fail("write a key");
    return written_to(memory);
}

std::string SigningKey::pem() const {
    const OpensslMemory memory(openssl().BIO_new(openssl().BIO_s_secmem()));
    if (openssl().PEM_write_bio_PKCS8PrivateKey(
            memory.get(), key_.get(), nullptr, nullptr, 0, nullptr, nullptr
        ) != 1)
        fail("write a key");
    return written_to(memory);
}

Data SigningKey::public_part() const {
    std::array<unsigned char, key_size> bytes{};
    std::size_t size = bytes.size();
    if (openssl().EVP_PKEY_get_raw_public_key(key_.get(), bytes.data(), &size) != 1)
        fail("read a key");
    return Data::object(
        {{"keytype", Data::string("ed25519")},
         {"keyval", Data::object({{"public", Data::string(digits_of(bytes))}})},
         {"scheme", Data::string("ed25519")}}
    );
}

std::string SigningKey::id() const {
    return sha256_of(canonical_json(public_part()).value());
}

std::string SigningKey::sign(std::string_view bytes) const {
    const OpensslDigest context(openssl().EVP_MD_CTX_new());
    std::array<unsigned char, signature_size> signature{};
    std::size_t size = signature.size();
    const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
    if (openssl().EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) != 1 ||
        openssl().EVP_DigestSign(context.get(), signature.data(), &size, begin, bytes.size()) != 1)
        fail("sign");
    return digits_of(signature);
}

std::string signed_text(const Data& content, const std::vector<const SigningKey*>& keys) {
    const auto canonical = canonical_json(content);
    if (!canonical) throw std::invalid_argument("metadata with a number that is not an integer");
    Data::Array signatures;
    signatures.reserve(keys.size());
    for (const SigningKey* key : keys) {
        signatures.push_back(Data::object(
            {{"keyid", Data::string(key->id())}, {"sig", Data::string(key->sign(*canonical))}}
        ));
    }
    return json_text(
        Data::object({{"signatures", Data::array(std::move(signatures))}, {"signed", content}})
    );
}

} // namespace vow::agent
