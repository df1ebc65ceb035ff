#pragma once

#include <string>
#include <string_view>

namespace vow::client {

/// Quotes module output for a message: cut to 200 bytes (followed by three dots), control
/// characters shown as `\n` or `\x1b`.
std::string quoted_excerpt(std::string_view text);

} // namespace vow::client
