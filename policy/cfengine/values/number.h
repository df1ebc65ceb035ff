#pragma once

#include <optional>
#include <string_view>

namespace vow::cfengine {

/// The value of "inf".
inline constexpr long long infinite = 999'999'999;

/// An integer as written in the language: digits with an optional sign and suffix (k m g for powers
/// of 1000, K M G for powers of 1024, % for a negated percentage), or inf. Nullopt for other texts
/// and for integers of more than 64 bits (semantics 6.4).
std::optional<long long> integer_from(std::string_view text);

/// A real number, with the same suffixes.
std::optional<double> real_from(std::string_view text);

} // namespace vow::cfengine
