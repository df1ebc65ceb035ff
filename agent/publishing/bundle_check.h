#pragma once

#include "agent/command_line/options.h"
#include "protocol/system/place.h"

#include <cstddef>
#include <string>

namespace vow::agent {

/// Checks every policy in a folder as `vow check` does, and has the modules that they name describe
/// themselves. Policies are the files with the suffix of a language (of JSON and YAML those that
/// look like a policy), and the folders of Inmanta's projects. A file that another policy reads is
/// checked as a part of that one. Returns the number of policies.
///
/// Prints the mistakes, and throws ReleaseFault with ExitStatus::policy_errors if there are errors.
std::size_t
check_policies(const Options& options, const std::string& path, const OpenFolder& folder);

} // namespace vow::agent
