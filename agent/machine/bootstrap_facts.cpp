#include "agent/machine/fact_group.h"
#include "protocol/text/digest.h"
#include "protocol/text/openssl_handles.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>
#include <optional>

namespace vow::agent {
namespace {

using Number = std::unique_ptr<BIGNUM, ReleasedBy<&BN_free>>;

/// The key in a PEM file of the kind "RSA PUBLIC KEY"; null when it is missing or of another kind.
OpensslKey key_in(const std::string& text) {
    const OpensslMemory file(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    char* name = nullptr;
    char* header = nullptr;
    unsigned char* bytes = nullptr;
    long size = 0;
    if (PEM_read_bio(file.get(), &name, &header, &bytes, &size) != 1) return nullptr;
    const unsigned char* rest = bytes;
    OpensslKey key(d2i_PublicKey(EVP_PKEY_RSA, nullptr, &rest, size));
    OPENSSL_free(name);
    OPENSSL_free(header);
    OPENSSL_free(bytes);
    return key;
}

std::string bytes_of(const OpensslKey& key, const char* parameter) {
    BIGNUM* found = nullptr;
    if (EVP_PKEY_get_bn_param(key.get(), parameter, &found) != 1) return {};
    const Number number(found);
    std::string bytes(static_cast<std::size_t>(BN_num_bytes(number.get())), '\0');
    BN_bn2bin(number.get(), reinterpret_cast<unsigned char*>(bytes.data()));
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
    const OpensslKey key = text ? key_in(*text) : nullptr;
    const auto digest = key ? std::optional(name_of(key)) : std::nullopt;
    if (!digest) return;
    found.set("key_digest", *digest);
    found.add_class("PK_" + *digest);
}

} // namespace vow::agent
