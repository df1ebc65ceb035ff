#include "protocol/text/digest.h"

#include "protocol/text/named_value.h"
#include "protocol/text/text.h"

#include <array>
#include <cstdint>
#include <span>

#include <nettle/hmac.h>
#include <nettle/md5.h>
#include <nettle/memops.h>
#include <nettle/nettle-meta.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>

namespace vow {
namespace {

const nettle_hash* method_of(Digest::Algorithm algorithm) {
    switch (algorithm) {
    case Digest::Algorithm::md5: return &nettle_md5;
    case Digest::Algorithm::sha1: return &nettle_sha1;
    case Digest::Algorithm::sha224: return &nettle_sha224;
    case Digest::Algorithm::sha256: return &nettle_sha256;
    case Digest::Algorithm::sha384: return &nettle_sha384;
    case Digest::Algorithm::sha512: return &nettle_sha512;
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

const std::uint8_t* octets_of(std::string_view bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

std::string digits_of(std::span<const std::uint8_t> digest) {
    return hexadecimal({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

} // namespace

union Digest::Context {
    md5_ctx md5;
    sha1_ctx sha1;
    sha256_ctx sha224_or_sha256;
    sha512_ctx sha384_or_sha512;
};

void Digest::Release::operator()(Context* context) const {
    delete context;
}

Digest::Digest(Algorithm algorithm) : method_(method_of(algorithm)), context_(new Context) {
    method_->init(context_.get());
}

void Digest::add(std::string_view bytes) {
    method_->update(context_.get(), bytes.size(), octets_of(bytes));
}

std::string Digest::digits() {
    std::array<std::uint8_t, SHA512_DIGEST_SIZE> digest = {};
    method_->digest(context_.get(), method_->digest_size, digest.data());
    return digits_of(std::span(digest).first(method_->digest_size));
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
    hmac_sha256_ctx context = {};
    ::hmac_sha256_set_key(&context, key.size(), octets_of(key));
    ::hmac_sha256_update(&context, bytes.size(), octets_of(bytes));
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> mac = {};
    ::hmac_sha256_digest(&context, mac.size(), mac.data());
    return digits_of(mac);
}

bool are_equal_digests(std::string_view left, std::string_view right) {
    return left.size() == right.size() && ::memeql_sec(left.data(), right.data(), left.size()) == 1;
}

} // namespace vow
