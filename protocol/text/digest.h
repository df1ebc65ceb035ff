#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct nettle_hash;

namespace vow {

/// The digest of bytes that come in pieces.
class Digest {
public:
    enum class Algorithm { md5, sha1, sha224, sha256, sha384, sha512 };

    explicit Digest(Algorithm algorithm = Algorithm::sha256);

    void add(std::string_view bytes);
    /// Lower-case hexadecimal digits. Call it once, after the last add().
    std::string digits();

private:
    union Context; // the state of one of the methods
    struct Release {
        void operator()(Context* context) const;
    };

    const nettle_hash* method_;
    std::unique_ptr<Context, Release> context_;
};

/// "sha256" and so on; nullopt for any other name.
std::optional<Digest::Algorithm> digest_algorithm(std::string_view name);

/// The digest of a text, in lower-case hexadecimal digits.
std::string digest_of(std::string_view bytes, Digest::Algorithm algorithm);
std::string sha256_of(std::string_view bytes);

/// HMAC-SHA256 (RFC 2104), in lower-case hexadecimal digits: only who has the key can make it.
std::string hmac_sha256_of(std::string_view bytes, std::string_view key);
/// Whether two digests are equal. Takes the same time wherever they differ.
bool are_equal_digests(std::string_view left, std::string_view right);

} // namespace vow
