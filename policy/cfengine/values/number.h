#pragma once

#include <optional>
#include <string_view>

namespace vow::cfengine {

/// What the language takes for "inf".
inline constexpr long long infinite = 999'999'999;

/// A whole number as the language writes it: digits with an optional sign and suffix (k m g for
/// powers of 1000, K M G for powers of 1024, % for a negated percentage), or inf. None for
/// anything else, and for what does not fit 64 bits (semantics 6.4).
std::optional<long long> integer_from(std::string_view text);

/// A real number, with the same suffixes.
std::optional<double> real_from(std::string_view text);

} // namespace vow::cfengine
