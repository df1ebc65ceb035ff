#pragma once

#include <optional>
#include <string_view>

namespace vow {

// Numbers as policies write them, in every language whose attributes modules read.

/// The value of "inf".
inline constexpr long long infinite = 999'999'999;

/// An integer: digits with an optional sign and suffix (k m g for powers of 1000, K M G for powers
/// of 1024, % for a negated percentage), or inf; blanks around it do not count. nullopt for
/// anything else, and for numbers that do not fit 64 bits.
std::optional<long long> integer_from(std::string_view text);

/// A real number, with the same suffixes.
std::optional<double> real_from(std::string_view text);

} // namespace vow
