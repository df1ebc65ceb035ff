#pragma once

#include <string>
#include <string_view>

namespace vow::modules {

/// The SHA-256 digest of some bytes: 64 lower-case hexadecimal digits.
std::string sha256_of(std::string_view bytes);

} // namespace vow::modules
