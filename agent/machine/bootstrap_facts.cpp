#include "agent/machine/fact_group.h"
#include "protocol/crypto/openssl.h"
#include "protocol/text/digest.h"

#include <memory>
#include <optional>

namespace vow::agent {
namespace {

using Number = std::unique_ptr<BIGNUM, ReleasedBy<&Openssl::BN_free>>;

/// The key in a PEM file of the kind "RSA PUBLIC KEY"; null when it is missing or of another kind.
OpensslKey key_in(const std::string& text) {
    const OpensslMemory file = readable(text);
    char* name = nullptr;
    char* header = nullptr;
    unsigned char* bytes = nullptr;
    long size = 0;
    if (openssl().PEM_read_bio(file.get(), &name, &header, &bytes, &size) != 1) return nullptr;
    const unsigned char* rest = bytes;
    OpensslKey key(openssl().d2i_PublicKey(EVP_PKEY_RSA, nullptr, &rest, size));
    for (void* given :
         {static_cast<void*>(name), static_cast<void*>(header), static_cast<void*>(bytes)})
        openssl().CRYPTO_free(given, __FILE__, __LINE__);
    return key;
}

std::string bytes_of(const OpensslKey& key, const char* parameter) {
    BIGNUM* found = nullptr;
    if (openssl().EVP_PKEY_get_bn_param(key.get(), parameter, &found) != 1) return {};
    const Number number(found);
    const int bits = openssl().BN_num_bits(number.get());
    std::string bytes(static_cast<std::size_t>((bits + 7) / 8), '\0');
    openssl().BN_bn2bin(number.get(), reinterpret_cast<unsigned char*>(bytes.data()));
    return bytes;
}

/// The name of a key: "MD5=" and the MD5 of its modulus and exponent.
std::string name_of(const OpensslKey& key) {
    const std::string bytes =
        bytes_of(key, OSSL_PKEY_PARAM_RSA_N) + bytes_of(key, OSSL_PKEY_PARAM_RSA_E);
    return "MD5=" + digest_of(bytes, Digest::Algorithm::md5);
}

} // namespace

void discover_bootstrap(Host& host, const Site& site, FactSheet& found) {
    const auto server = host.read_file(site.work_directory + "/policy_server.dat", 1024);
    if (server) found.set("policy_hub", server->substr(0, server->find('\n')));
    const bool is_hub =
        server && host.may(Access::exists, site.work_directory + "/state/am_policy_hub");
    if (is_hub) {
        found.add_class("am_policy_hub");
        found.add_class("policy_server");
    }
    found.set("cfengine_role", is_hub ? "hub" : "client");
}

void discover_key(Host& host, const Site& site, FactSheet& found) {
    const auto text = host.read_file(site.work_directory + "/ppkeys/localhost.pub", 1 << 16);
    const bool is_readable = text && find_openssl() != nullptr;
    const OpensslKey key = is_readable ? key_in(*text) : nullptr;
    const auto digest = key ? std::optional(name_of(key)) : std::nullopt;
    if (!digest) return;
    found.set("key_digest", *digest);
    found.add_class("PK_" + *digest);
}

} // namespace vow::agent
