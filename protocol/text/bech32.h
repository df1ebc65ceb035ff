#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vow {

/// Bytes as text with a name in front and a checksum (Bitcoin's BIP 173), in lower case.
std::string bech32_of(std::string_view name, std::string_view bytes);

/// The bytes of such a text with that name; nullopt for any other text. All letters have one case.
std::optional<std::string> bytes_of_bech32(std::string_view name, std::string_view text);

} // namespace vow
