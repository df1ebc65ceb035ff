#pragma once

#include "policy/run/host_files.h"

#include <string>
#include <vector>

namespace vow::cfengine {

/// The paths that a pattern matches: * ? [a-z] within one name, {a,b} for alternatives, ** for up
/// to five directories, \ to quote a character. Only a dot matches the dot at the start of a name.
/// Directories end in a slash. Up to 14 are sorted by depth, then by name; more are in the order of
/// a set of the reference.
std::vector<std::string> glob(HostFiles& host, const std::string& pattern);

} // namespace vow::cfengine
