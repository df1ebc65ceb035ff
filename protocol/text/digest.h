#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace vow {

/// The SHA-256 digest of bytes that come in pieces.
class Sha256 {
public:
    Sha256();

    void add(std::string_view bytes);
    /// 64 lower-case hexadecimal digits. To be asked once, when all is added.
    std::string digits();

private:
    std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

/// The SHA-256 digest of some bytes: 64 lower-case hexadecimal digits.
std::string sha256_of(std::string_view bytes);

} // namespace vow
