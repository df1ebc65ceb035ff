#pragma once

#include "protocol/text/regex.h"

#include <string>
#include <utility>
#include <vector>

namespace vow::cfengine {

/// The groups of a match as keys and values: "0" is the whole match; the key of a named group is
/// its name. A group that did not match is empty; those at the end are left out.
std::vector<std::pair<std::string, std::string>> captures(const Regex& regex, const Match& match);

} // namespace vow::cfengine
