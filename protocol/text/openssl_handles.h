#pragma once

#include <openssl/evp.h>

#include <memory>

namespace vow {

/// Releases an object of OpenSSL by its own function.
template <auto Function>
struct ReleasedBy {
    template <class Object>
    void operator()(Object* object) const {
        Function(object);
    }
};

using OpensslKey = std::unique_ptr<EVP_PKEY, ReleasedBy<&EVP_PKEY_free>>;
using OpensslDigest = std::unique_ptr<EVP_MD_CTX, ReleasedBy<&EVP_MD_CTX_free>>;
using OpensslMemory = std::unique_ptr<BIO, ReleasedBy<&BIO_free>>;

} // namespace vow
