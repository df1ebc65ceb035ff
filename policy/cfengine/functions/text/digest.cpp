#include "policy/cfengine/functions/text/digest.h"

#include <openssl/evp.h>

#include <array>

namespace vow::cfengine {

std::optional<std::string> hex_digest(std::string_view bytes, const std::string& algorithm) {
    const EVP_MD* const method = EVP_get_digestbyname(algorithm.c_str());
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (method == nullptr ||
        EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, method, nullptr) != 1)
        return std::nullopt;
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
        text += digits[digest[i] >> 4];
        text += digits[digest[i] & 15];
    }
    return text;
}

std::uint32_t one_at_a_time(std::string_view text) {
    std::uint32_t hash = 0;
    for (const char c : text) {
        hash += static_cast<unsigned char>(c);
        hash += hash << 10;
        hash ^= hash >> 6;
    }
    hash += hash << 3;
    hash ^= hash >> 11;
    hash += hash << 15;
    return hash;
}

} // namespace vow::cfengine
