#pragma once

#include "policy/cfengine/functions/text/regex.h"

#include <string>
#include <utility>
#include <vector>

namespace vow::cfengine {

/// The groups of a match as keys and values: "0" is all of it; a named group goes by its name
/// instead of its number. A group that took no part is empty text; those at the end are left out.
std::vector<std::pair<std::string, std::string>> captures(const Regex& regex, const Match& match);

} // namespace vow::cfengine
