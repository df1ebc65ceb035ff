#pragma once

#include "policy/run/host.h"

#include <string>
#include <vector>

namespace vow::cfengine {

/// The paths that a pattern matches: * ? [a-z] within one name, {a,b} for alternatives, ** for up
/// to five directories or none, \ before a character that means itself. A name that starts with a
/// dot is only matched by a dot. Directories end in a slash. What is less deep comes first, then by
/// name.
std::vector<std::string> glob(Host& host, const std::string& pattern);

} // namespace vow::cfengine
