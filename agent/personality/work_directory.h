#pragma once

#include <string>

namespace vow::agent {

/// The folder that holds inputs, state and modules: the one chosen on the command line or in the
/// environment (CFENGINE_TEST_OVERRIDE_WORKDIR), else the one of Debian's package of the reference,
/// where policies expect it: /var/lib/cfengine3 for root, ~/.cfagent for others.
std::string work_directory_of(const std::string& chosen);

} // namespace vow::agent
