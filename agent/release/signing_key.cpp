#include "agent/release/signing_key.h"

#include "agent/release/canonical_json.h"
#include "protocol/text/digest.h"
#include "protocol/text/openssl_handles.h"
#include "protocol/text/text.h"

#include <openssl/evp.h>
#include <openssl/pem.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t key_size = 32;
constexpr std::size_t signature_size = 64;

template <std::size_t Size>
std::string digits_of(const std::array<unsigned char, Size>& bytes) {
    std::string digits;
    digits.reserve(2 * Size);
    for (const unsigned char byte : bytes)
        digits += hexadecimal(byte);
    return digits;
}

[[noreturn]] void fail(const char* action) {
    throw std::runtime_error(std::string("OpenSSL cannot ") + action);
}

} // namespace

SigningKey SigningKey::make() {
    Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), &EVP_PKEY_free);
    if (!key) fail("make a key");
    return SigningKey(std::move(key));
}

SigningKey SigningKey::from_pem(std::string_view text) {
    const OpensslMemory memory(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    Key key(PEM_read_bio_PrivateKey(memory.get(), nullptr, nullptr, nullptr), &EVP_PKEY_free);
    if (!key || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519)
        throw std::invalid_argument("no Ed25519 key in PEM");
    return SigningKey(std::move(key));
}

std::string SigningKey::pem() const {
    const OpensslMemory memory(BIO_new(BIO_s_secmem()));
    if (PEM_write_bio_PKCS8PrivateKey(
            memory.get(), key_.get(), nullptr, nullptr, 0, nullptr, nullptr
        ) != 1)
        fail("write a key");
    char* text = nullptr;
    const long size = BIO_get_mem_data(memory.get(), &text);
    return {text, static_cast<std::size_t>(size)};
}

Data SigningKey::public_part() const {
    std::array<unsigned char, key_size> bytes{};
    std::size_t size = bytes.size();
    if (EVP_PKEY_get_raw_public_key(key_.get(), bytes.data(), &size) != 1) fail("read a key");
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
    const OpensslDigest context(EVP_MD_CTX_new());
    std::array<unsigned char, signature_size> signature{};
    std::size_t size = signature.size();
    const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
    if (EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) != 1 ||
        EVP_DigestSign(context.get(), signature.data(), &size, begin, bytes.size()) != 1)
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
