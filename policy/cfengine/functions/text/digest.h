#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vow::cfengine {

/// The digest of some bytes in lower-case hexadecimal digits. None: no such algorithm; the language
/// knows md5, sha1, sha256, sha384 and sha512.
std::optional<std::string> hex_digest(std::string_view bytes, const std::string& algorithm);

/// Jenkins's one-at-a-time hash: what the reference draws time slots and shuffles with, so that a
/// host keeps its own when the agent changes.
std::uint32_t one_at_a_time(std::string_view text);

} // namespace vow::cfengine
