#pragma once

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#include <memory>
#include <string>
#include <string_view>

namespace vow {

// Each function of libcrypto that vow calls.
#define VOW_OPENSSL_FUNCTIONS(EACH)                                                                \
    EACH(ASN1_TIME_diff)                                                                           \
    EACH(BIO_ctrl)                                                                                 \
    EACH(BIO_free)                                                                                 \
    EACH(BIO_new)                                                                                  \
    EACH(BIO_new_mem_buf)                                                                          \
    EACH(BIO_s_mem)                                                                                \
    EACH(BIO_s_secmem)                                                                             \
    EACH(BN_bn2bin)                                                                                \
    EACH(BN_free)                                                                                  \
    EACH(BN_num_bits)                                                                              \
    EACH(CRYPTO_free)                                                                              \
    EACH(EVP_DigestSign)                                                                           \
    EACH(EVP_DigestSignInit)                                                                       \
    EACH(EVP_DigestVerify)                                                                         \
    EACH(EVP_DigestVerifyInit)                                                                     \
    EACH(EVP_MD_CTX_free)                                                                          \
    EACH(EVP_MD_CTX_new)                                                                           \
    EACH(EVP_PKEY2PKCS8)                                                                           \
    EACH(EVP_PKEY_CTX_free)                                                                        \
    EACH(EVP_PKEY_CTX_new)                                                                         \
    EACH(EVP_PKEY_CTX_set_rsa_padding)                                                             \
    EACH(EVP_PKEY_CTX_set_rsa_pss_saltlen)                                                         \
    EACH(EVP_PKEY_Q_keygen)                                                                        \
    EACH(EVP_PKEY_derive)                                                                          \
    EACH(EVP_PKEY_derive_init)                                                                     \
    EACH(EVP_PKEY_derive_set_peer)                                                                 \
    EACH(EVP_PKEY_free)                                                                            \
    EACH(EVP_PKEY_get_base_id)                                                                     \
    EACH(EVP_PKEY_get_bn_param)                                                                    \
    EACH(EVP_PKEY_get_raw_private_key)                                                             \
    EACH(EVP_PKEY_get_raw_public_key)                                                              \
    EACH(EVP_PKEY_new_raw_private_key)                                                             \
    EACH(EVP_PKEY_new_raw_public_key)                                                              \
    EACH(EVP_aes_256_cbc)                                                                          \
    EACH(EVP_sha256)                                                                               \
    EACH(PEM_read_bio)                                                                             \
    EACH(PEM_read_bio_PUBKEY)                                                                      \
    EACH(PEM_read_bio_PrivateKey)                                                                  \
    EACH(PEM_read_bio_X509)                                                                        \
    EACH(PEM_write_bio_PKCS8)                                                                      \
    EACH(PEM_write_bio_PKCS8PrivateKey)                                                            \
    EACH(PKCS5_pbe2_set_scrypt)                                                                    \
    EACH(PKCS8_PRIV_KEY_INFO_free)                                                                 \
    EACH(PKCS8_set0_pbe)                                                                           \
    EACH(X509_ALGOR_free)                                                                          \
    EACH(X509_SIG_free)                                                                            \
    EACH(X509_free)                                                                                \
    EACH(X509_get0_notAfter)                                                                       \
    EACH(d2i_PublicKey)

/// OpenSSL's libcrypto, opened at its first use: keys, signatures and certificates. Most runs have
/// none of them, and loading it takes as long as all else that an empty run does. Digests are in
/// protocol/text/digest.h.
struct Openssl {
#define VOW_OPENSSL_MEMBER(function) decltype(&::function) function; // NOLINT: it declares a name
    VOW_OPENSSL_FUNCTIONS(VOW_OPENSSL_MEMBER)
#undef VOW_OPENSSL_MEMBER
};

/// Null where the library is missing.
const Openssl* find_openssl();
/// Throws DynamicLibrary::Missing where the library is missing.
const Openssl& openssl();

/// Releases an object of the library by a function of it.
template <auto Function>
struct ReleasedBy {
    template <class Object>
    void operator()(Object* object) const {
        (openssl().*Function)(object);
    }
};

using OpensslKey = std::unique_ptr<EVP_PKEY, ReleasedBy<&Openssl::EVP_PKEY_free>>;
using OpensslDigest = std::unique_ptr<EVP_MD_CTX, ReleasedBy<&Openssl::EVP_MD_CTX_free>>;
using OpensslMemory = std::unique_ptr<BIO, ReleasedBy<&Openssl::BIO_free>>;

/// The bytes, to be read by the library; they must outlive it.
OpensslMemory readable(std::string_view bytes);
/// All that the library wrote there.
std::string written_to(const OpensslMemory& memory);

} // namespace vow
