#pragma once

#include "policy/cfengine/checking/syntax_table.h"
#include "policy/cfengine/functions/regex.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// Whether the text holds $(...), ${...}, @(...) or @{...}: what it says is known at run time only.
bool has_reference(std::string_view text);

/// The words of an option's range.
std::vector<std::string_view> words_of(std::string_view range);

/// Why the text is no value of that kind and range; empty when it is one, or holds references. Of a
/// list kind, an element is meant.
std::string misfit(std::string_view text, ValueKind kind, std::string_view range, Regexes& regexes);

} // namespace vow::cfengine
