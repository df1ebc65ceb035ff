#pragma once

#include "policy/run/world.h"

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// How texts are compared: by bytes, as numbers, or as addresses. A text that is not a number, or
/// not an address, comes before all that are; such texts are compared by bytes.
enum class Ordering { text, integer, real, ip_address, mac_address };

/// The ordering that a word of the language names: int, real, IP, ip, MAC or mac. Any other word
/// means the order of bytes.
Ordering ordering_from(std::string_view word);

/// Sorts the texts. Texts that compare equal are in reverse order, as in the reference. Throws
/// Cancelled if a signal ends the run.
std::vector<std::string>
sorted(const std::vector<std::string>& texts, Ordering ordering, const Stop& stop);

/// Compares two versions by up to three numbers. Numbers that one of them lacks and text after the
/// numbers are ignored: 3.2 equals 3.2.1, 3.2.1-1 equals 3.2.1. nullopt if one does not begin with
/// a number.
std::optional<std::strong_ordering> compare_versions(std::string_view left, std::string_view right);

} // namespace vow::cfengine
