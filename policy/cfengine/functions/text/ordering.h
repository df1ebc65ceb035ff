#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// How texts are compared: by bytes, as numbers, or as addresses. What is no number,
/// or no address, comes before all that are, by bytes.
enum class Ordering { text, integer, real, ip_address, mac_address };

/// The ordering that a word of the language names: lex, int, real, IP, ip, MAC, mac. Any other
/// word: lex.
Ordering ordering_from(std::string_view word);

/// What is equal in the ordering comes in reversed order, as the reference has it.
std::vector<std::string> sorted(const std::vector<std::string>& texts, Ordering ordering);

} // namespace vow::cfengine
