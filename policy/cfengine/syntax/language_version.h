#pragma once

#include <string_view>

namespace vow::cfengine {

/// The release of CFEngine whose language this is: what macros compare with, and sys.cf_version.
inline constexpr std::string_view language_version = "3.27.0";

} // namespace vow::cfengine
