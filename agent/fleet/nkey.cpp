#include "agent/fleet/nkey.h"

#include "protocol/crypto/openssl.h"

#include <array>
#include <cstdint>
#include <stdexcept>

namespace vow::agent {
namespace {

constexpr std::size_t key_size = 32;
constexpr std::size_t signature_size = 64;
constexpr unsigned seed_prefix = 18U << 3U; // 'S'
constexpr std::string_view base32_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::string_view base64_letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The first byte of a public key, which makes its text begin with O, A or U.
unsigned prefix_of(NKey::Kind kind) {
    switch (kind) {
    case NKey::Kind::operator_key: return 14U << 3U;
    case NKey::Kind::account: return 0;
    case NKey::Kind::user: return 20U << 3U;
    }
    throw std::logic_error("a kind of key without a prefix");
}

std::optional<NKey::Kind> kind_of(unsigned prefix) {
    for (const auto kind : {NKey::Kind::operator_key, NKey::Kind::account, NKey::Kind::user}) {
        if (prefix_of(kind) == prefix) return kind;
    }
    return std::nullopt;
}

unsigned byte_of(char letter) {
    return static_cast<unsigned char>(letter);
}

char letter_of(unsigned byte) {
    return static_cast<char>(static_cast<unsigned char>(byte & 0xFFU));
}

const unsigned char* raw(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

/// CRC-16 of XMODEM, as nkeys have it.
unsigned checksum_of(std::string_view bytes) {
    constexpr unsigned polynomial = 0x1021U;
    unsigned sum = 0;
    for (const char letter : bytes) {
        sum ^= byte_of(letter) << 8U;
        for (int bit = 0; bit < 8; ++bit)
            sum = ((sum & 0x8000U) != 0 ? (sum << 1U) ^ polynomial : sum << 1U) & 0xFFFFU;
    }
    return sum;
}

/// Texts of bytes with `bits` of them in each letter.
std::string spelled(std::string_view bytes, std::string_view letters, unsigned bits) {
    std::string text;
    text.reserve((bytes.size() * 8 + bits - 1) / bits);
    unsigned buffer = 0;
    unsigned held = 0;
    const unsigned mask = (1U << bits) - 1U;
    for (const char letter : bytes) {
        buffer = (buffer << 8U | byte_of(letter)) & 0xFFFFU;
        for (held += 8; held >= bits;) {
            held -= bits;
            text += letters[buffer >> held & mask];
        }
    }
    if (held > 0) text += letters[buffer << (bits - held) & mask];
    return text;
}

std::optional<std::string> read(std::string_view text, std::string_view letters, unsigned bits) {
    std::string bytes;
    bytes.reserve(text.size() * bits / 8);
    unsigned buffer = 0;
    unsigned held = 0;
    for (const char letter : text) {
        const std::size_t value = letters.find(letter);
        if (value == std::string_view::npos) return std::nullopt;
        buffer = (buffer << bits | static_cast<unsigned>(value)) & 0xFFFFU;
        held += bits;
        if (held < 8) continue;
        held -= 8;
        bytes += letter_of(buffer >> held);
    }
    // One text for each value: a signature must not have a second one.
    if (spelled(bytes, letters, bits) != text) return std::nullopt;
    return bytes;
}

std::string with_checksum(std::string bytes) {
    const unsigned sum = checksum_of(bytes);
    bytes += letter_of(sum);
    bytes += letter_of(sum >> 8U);
    return spelled(bytes, base32_letters, 5);
}

/// Without the checksum, which has been verified; nullopt if it is wrong.
std::optional<std::string> without_checksum(std::string_view text) {
    constexpr std::size_t checksum_size = 2;
    auto bytes = read(text, base32_letters, 5);
    if (!bytes || bytes->size() < checksum_size) return std::nullopt;
    const std::string body = bytes->substr(0, bytes->size() - checksum_size);
    if (with_checksum(body) != text) return std::nullopt;
    return body;
}

[[noreturn]] void fail(const char* action) {
    throw std::runtime_error(std::string("OpenSSL cannot ") + action);
}

} // namespace

NKey NKey::make(Kind kind) {
    Key key(openssl().EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), openssl().EVP_PKEY_free);
    if (!key) fail("make a key");
    return {kind, std::move(key)};
}

NKey NKey::from_seed(std::string_view seed) {
    constexpr std::size_t prefix_size = 2;
    const auto bytes = without_checksum(seed);
    if (!bytes || bytes->size() != prefix_size + key_size)
        throw std::invalid_argument("not a seed of NATS");
    const unsigned first = byte_of((*bytes)[0]);
    const unsigned second = byte_of((*bytes)[1]);
    const auto kind = kind_of((first & 0x07U) << 5U | second >> 3U);
    if ((first & 0xF8U) != seed_prefix || !kind)
        throw std::invalid_argument("not a seed of an operator, an account or a user of NATS");
    Key key(
        openssl().EVP_PKEY_new_raw_private_key(
            EVP_PKEY_ED25519, nullptr, raw(std::string_view(*bytes).substr(prefix_size)), key_size
        ),
        openssl().EVP_PKEY_free
    );
    if (!key) fail("read a key");
    return {*kind, std::move(key)};
}

std::string NKey::seed() const {
    std::array<unsigned char, key_size> bytes{};
    std::size_t size = bytes.size();
    if (openssl().EVP_PKEY_get_raw_private_key(key_.get(), bytes.data(), &size) != 1)
        fail("read a key");
    const unsigned prefix = prefix_of(kind_);
    std::string text{letter_of(seed_prefix | prefix >> 5U), letter_of((prefix & 0x1FU) << 3U)};
    text.append(bytes.begin(), bytes.end());
    return with_checksum(std::move(text));
}

std::string NKey::public_text() const {
    std::array<unsigned char, key_size> bytes{};
    std::size_t size = bytes.size();
    if (openssl().EVP_PKEY_get_raw_public_key(key_.get(), bytes.data(), &size) != 1)
        fail("read a key");
    std::string text{letter_of(prefix_of(kind_))};
    text.append(bytes.begin(), bytes.end());
    return with_checksum(std::move(text));
}

std::string NKey::sign(std::string_view bytes) const {
    const OpensslDigest context(openssl().EVP_MD_CTX_new());
    std::array<unsigned char, signature_size> signature{};
    std::size_t size = signature.size();
    if (openssl().EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) != 1 ||
        openssl().EVP_DigestSign(
            context.get(), signature.data(), &size, raw(bytes), bytes.size()
        ) != 1)
        fail("sign");
    return {signature.begin(), signature.end()};
}

std::optional<std::string> public_bytes_from(std::string_view text, NKey::Kind kind) {
    auto bytes = without_checksum(text);
    if (!bytes || bytes->size() != 1 + key_size) return std::nullopt;
    if (byte_of(bytes->front()) != prefix_of(kind)) return std::nullopt;
    return bytes->substr(1);
}

bool is_signed_by(
    std::string_view public_text,
    NKey::Kind kind,
    std::string_view bytes,
    std::string_view signature
) {
    const auto key_bytes = public_bytes_from(public_text, kind);
    if (!key_bytes || signature.size() != signature_size) return false;
    const OpensslKey key(openssl().EVP_PKEY_new_raw_public_key(
        EVP_PKEY_ED25519, nullptr, raw(*key_bytes), key_bytes->size()
    ));
    const OpensslDigest context(openssl().EVP_MD_CTX_new());
    return key != nullptr &&
           openssl().EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) ==
               1 &&
           openssl().EVP_DigestVerify(
               context.get(), raw(signature), signature.size(), raw(bytes), bytes.size()
           ) == 1;
}

std::string base32_of(std::string_view bytes) {
    return spelled(bytes, base32_letters, 5);
}

std::string base64_url_of(std::string_view bytes) {
    return spelled(bytes, base64_letters, 6);
}

std::optional<std::string> bytes_of_base64_url(std::string_view text) {
    return read(text, base64_letters, 6);
}

} // namespace vow::agent
