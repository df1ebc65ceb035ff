#pragma once

#include "protocol/text/regex.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace vow::otterscript {

/// The text with every match of the pattern replaced. In `fresh`, `$1` and `${name}` stand for
/// groups; what names none stays as it is written. Throws RegexLimitError.
std::string
with_replaced_matches(const Regex& pattern, const std::string& text, const std::string& fresh);

/// The text with every occurrence of `wanted` replaced; the text itself if `wanted` is empty.
std::string
with_replaced_text(const std::string& text, std::string_view wanted, std::string_view fresh);

/// The number of a group by its number or name; nullopt for an unknown one.
std::optional<std::size_t> group_of(const Regex& pattern, const std::string& word);

/// The position after the character at `at`, whose further bytes are 10xxxxxx.
std::size_t after_character(std::string_view text, std::size_t at);

} // namespace vow::otterscript
