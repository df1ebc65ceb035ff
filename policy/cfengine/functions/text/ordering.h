#pragma once

#include "policy/run/world.h"

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

} // namespace vow::cfengine
