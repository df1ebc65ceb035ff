#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vow::agent {

/// The text as one frame of Zstandard (RFC 8878). nullopt if libzstd.so.1, which is opened at the
/// first use, is not installed.
std::optional<std::string> zstd_compressed(std::string_view text);

} // namespace vow::agent
