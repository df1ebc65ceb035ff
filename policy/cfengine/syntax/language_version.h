#pragma once

#include <string_view>

namespace vow::cfengine {

/// The release of CFEngine whose language this is: for the comparisons of macros, and
/// sys.cf_version.
inline constexpr std::string_view language_version = "3.27.0";

} // namespace vow::cfengine
