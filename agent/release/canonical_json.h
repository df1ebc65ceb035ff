#pragma once

#include "protocol/data/data.h"

#include <optional>
#include <string>

namespace vow::agent {

/// The one text of a JSON value that signatures are made over (TUF specification, section 4.2):
/// without blanks, members in the order of their bytes, of the escapes only those of `"` and `\`.
/// nullopt for a value with a number that is not an integer, which has no such text.
std::optional<std::string> canonical_json(const Data& data);

} // namespace vow::agent
