#include "protocol/crypto/age.h"

#include "protocol/crypto/openssl.h"
#include "protocol/text/digest.h"
#include "protocol/text/text.h"

#include <array>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include <nettle/base64.h>
#include <nettle/chacha-poly1305.h>
#include <nettle/hkdf.h>
#include <nettle/hmac.h>
#include <nettle/nettle-meta.h>

namespace vow {
namespace {

// The format: https://age-encryption.org/v1

constexpr std::size_t key_size = 32, file_key_size = 16, tag_size = 16, nonce_size = 12;
constexpr std::size_t payload_nonce_size = 16, chunk_size = 64U << 10U, line_size = 64;
constexpr std::size_t max_header = 1 << 20;
constexpr std::string_view first_line = "age-encryption.org/v1\n";
constexpr std::string_view secret_name = "age-secret-key-";
constexpr std::string_view recipient_name = "age";

using Key = std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)>;

const unsigned char* octets_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* octets_of(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

[[noreturn]] void fail_in_openssl(const char* action) {
    throw std::runtime_error(std::string("OpenSSL cannot ") + action);
}

Key private_key(std::string_view secret) {
    return {
        openssl().EVP_PKEY_new_raw_private_key(
            EVP_PKEY_X25519, nullptr, octets_of(secret), secret.size()
        ),
        openssl().EVP_PKEY_free};
}

std::string public_bytes(const Key& key) {
    std::string bytes(key_size, '\0');
    std::size_t size = bytes.size();
    if (!key || openssl().EVP_PKEY_get_raw_public_key(key.get(), octets_of(bytes), &size) != 1)
        fail_in_openssl("read an X25519 key");
    return bytes;
}

/// nullopt for a share that gives no secret, such as zeros.
std::optional<std::string> shared_secret(std::string_view secret, std::string_view share) {
    const Key own = private_key(secret);
    const Key other(
        openssl().EVP_PKEY_new_raw_public_key(
            EVP_PKEY_X25519, nullptr, octets_of(share), share.size()
        ),
        openssl().EVP_PKEY_free
    );
    if (!own || !other) return std::nullopt;
    const std::unique_ptr<EVP_PKEY_CTX, void (*)(EVP_PKEY_CTX*)> context(
        openssl().EVP_PKEY_CTX_new(own.get(), nullptr), openssl().EVP_PKEY_CTX_free
    );
    std::string shared(key_size, '\0');
    std::size_t size = shared.size();
    if (openssl().EVP_PKEY_derive_init(context.get()) != 1 ||
        openssl().EVP_PKEY_derive_set_peer(context.get(), other.get()) != 1 ||
        openssl().EVP_PKEY_derive(context.get(), octets_of(shared), &size) != 1)
        return std::nullopt;
    return shared;
}

/// HKDF-SHA256 (RFC 5869), 32 bytes.
std::string derived_key(std::string_view secret, std::string_view salt, std::string_view purpose) {
    hmac_sha256_ctx context = {};
    ::hmac_sha256_set_key(&context, salt.size(), octets_of(salt));
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> extracted{};
    ::hkdf_extract(
        &context,
        nettle_hmac_sha256.update,
        nettle_hmac_sha256.digest,
        extracted.size(),
        secret.size(),
        octets_of(secret),
        extracted.data()
    );
    ::hmac_sha256_set_key(&context, extracted.size(), extracted.data());
    std::string key(key_size, '\0');
    ::hkdf_expand(
        &context,
        nettle_hmac_sha256.update,
        nettle_hmac_sha256.digest,
        extracted.size(),
        purpose.size(),
        octets_of(purpose),
        key.size(),
        octets_of(key)
    );
    return key;
}

/// ChaCha20-Poly1305 (RFC 8439); nullopt if the tag at the end is not that of the bytes.
std::optional<std::string>
opened(std::string_view key, std::string_view nonce, std::string_view sealed) {
    if (sealed.size() < tag_size) return std::nullopt;
    const std::string_view body = sealed.substr(0, sealed.size() - tag_size);
    chacha_poly1305_ctx context = {};
    ::chacha_poly1305_set_key(&context, octets_of(key));
    ::chacha_poly1305_set_nonce(&context, octets_of(nonce));
    std::string text(body.size(), '\0');
    ::chacha_poly1305_decrypt(&context, body.size(), octets_of(text), octets_of(body));
    std::string tag(tag_size, '\0');
    ::chacha_poly1305_digest(&context, tag.size(), octets_of(tag));
    if (!are_equal_digests(tag, sealed.substr(body.size()))) return std::nullopt;
    return text;
}

/// Without padding; nullopt for anything but the one encoding of some bytes.
std::optional<std::string> bytes_of_base64(std::string_view text) {
    std::string padded(text);
    if (text.find('=') != text.npos || text.size() % 4 == 1) return std::nullopt;
    padded.append((4 - text.size() % 4) % 4, '=');
    base64_decode_ctx context = {};
    ::base64_decode_init(&context);
    std::string bytes(BASE64_DECODE_LENGTH(padded.size()), '\0');
    std::size_t size = bytes.size();
    const bool is_read =
        ::base64_decode_update(&context, &size, octets_of(bytes), padded.size(), padded.data()) &&
        ::base64_decode_final(&context);
    if (!is_read) return std::nullopt;
    bytes.resize(size);
    std::string again(BASE64_ENCODE_RAW_LENGTH(size), '\0');
    ::base64_encode_raw(again.data(), size, octets_of(std::string_view(bytes)));
    return again == padded ? std::optional(bytes) : std::nullopt;
}

struct Stanza {
    std::vector<std::string_view> words;
    std::string body;
};

struct Header {
    std::vector<Stanza> stanzas;
    std::string_view signed_part; ///< up to "---"
    std::string mac;
    std::string_view payload;
};

/// Reads the header line by line.
class HeaderReader {
public:
    explicit HeaderReader(std::string_view file) : file_(file) {}

    std::optional<Header> read() {
        if (!file_.starts_with(first_line)) return std::nullopt;
        at_ = first_line.size();
        Header header;
        while (const auto line = next_line()) {
            if (line->starts_with("--- ")) return finished(std::move(header), *line);
            if (!line->starts_with("-> ")) return std::nullopt;
            Stanza stanza{.words = split_at(line->substr(3), ' '), .body = {}};
            if (!read_body(stanza)) return std::nullopt;
            header.stanzas.push_back(std::move(stanza));
        }
        return std::nullopt;
    }

private:
    std::optional<std::string_view> next_line() {
        const std::size_t end = file_.find('\n', at_);
        if (end == file_.npos || end > max_header) return std::nullopt;
        const std::string_view line = file_.substr(at_, end - at_);
        begin_of_line_ = at_;
        at_ = end + 1;
        return line;
    }

    /// A line that is not full ends the body.
    bool read_body(Stanza& stanza) {
        std::string text;
        while (const auto line = next_line()) {
            if (line->size() > line_size) return false;
            text += *line;
            if (line->size() == line_size) continue;
            auto bytes = bytes_of_base64(text);
            if (!bytes) return false;
            stanza.body = *std::move(bytes);
            return true;
        }
        return false;
    }

    std::optional<Header> finished(Header header, std::string_view line) const {
        auto mac = bytes_of_base64(line.substr(4));
        if (!mac) return std::nullopt;
        header.mac = *std::move(mac);
        header.signed_part = file_.substr(0, begin_of_line_ + 3);
        header.payload = file_.substr(at_);
        return header;
    }

    std::string_view file_;
    std::size_t at_ = 0, begin_of_line_ = 0;
};

bool has_mac(const Header& header, std::string_view file_key) {
    const std::string digits =
        hmac_sha256_of(header.signed_part, derived_key(file_key, "", "header"));
    return are_equal_digests(digits, hexadecimal(header.mac));
}

/// The number of the chunk, big-endian, and whether it is the last.
std::string nonce_of(std::uint64_t number, bool is_last) {
    std::string nonce(nonce_size, '\0');
    for (std::size_t at = nonce_size - 2; number > 0; --at, number >>= 8U)
        nonce[at] = static_cast<char>(number & 0xffU);
    nonce.back() = is_last ? '\1' : '\0';
    return nonce;
}

std::optional<std::string> opened_payload(std::string_view payload, std::string_view file_key) {
    if (payload.size() < payload_nonce_size) return std::nullopt;
    const std::string key = derived_key(file_key, payload.substr(0, payload_nonce_size), "payload");
    payload.remove_prefix(payload_nonce_size);
    std::string text;
    for (std::uint64_t number = 0;; ++number) {
        const std::string_view sealed = payload.substr(0, chunk_size + tag_size);
        payload.remove_prefix(sealed.size());
        const bool is_last = payload.empty();
        const auto chunk = opened(key, nonce_of(number, is_last), sealed);
        const bool is_wrongly_empty = chunk && chunk->empty() && number > 0;
        if (!chunk || is_wrongly_empty) return std::nullopt;
        text += *chunk;
        if (is_last) return text;
    }
}

} // namespace

AgeIdentity AgeIdentity::make() {
    const Key key(openssl().EVP_PKEY_Q_keygen(nullptr, nullptr, "X25519"), openssl().EVP_PKEY_free);
    std::string secret(key_size, '\0');
    std::size_t size = secret.size();
    if (!key || openssl().EVP_PKEY_get_raw_private_key(key.get(), octets_of(secret), &size) != 1)
        fail_in_openssl("make a key");
    return AgeIdentity(std::move(secret));
}

std::optional<AgeIdentity> AgeIdentity::from_text(std::string_view text) {
    for (std::string_view line : split_at(text, '\n')) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        auto secret = bytes_of_bech32(secret_name, line);
        if (secret && secret->size() == key_size) return AgeIdentity(*std::move(secret));
    }
    return std::nullopt;
}

std::string AgeIdentity::text() const {
    std::string text = bech32_of(secret_name, secret_);
    for (char& letter : text)
        if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    return text;
}

std::string AgeIdentity::recipient() const {
    return bech32_of(recipient_name, public_bytes(private_key(secret_)));
}

AgeText AgeIdentity::decrypt(std::string_view file) const {
    const auto header = HeaderReader(file).read();
    if (!header) return {.why_not = "it is not a file of age, or an armored one"};
    const std::string recipient = public_bytes(private_key(secret_));
    for (const Stanza& stanza : header->stanzas) {
        if (stanza.words.size() != 2 || stanza.words[0] != "X25519") continue;
        const auto share = bytes_of_base64(stanza.words[1]);
        if (!share || share->size() != key_size) continue;
        const auto shared = shared_secret(secret_, *share);
        if (!shared) continue;
        const std::string wrap =
            derived_key(*shared, *share + recipient, "age-encryption.org/v1/X25519");
        const auto file_key = opened(wrap, std::string(nonce_size, '\0'), stanza.body);
        if (!file_key || file_key->size() != file_key_size) continue;
        if (!has_mac(*header, *file_key)) return {.why_not = "its header was changed"};
        auto text = opened_payload(header->payload, *file_key);
        if (!text) return {.why_not = "its content was changed or cut off"};
        return {.text = std::move(text)};
    }
    return {.why_not = "it is not encrypted to this identity"};
}

} // namespace vow
