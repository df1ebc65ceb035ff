#pragma once

#include <string>

namespace vow::agent {

/// The folder that holds inputs, state and modules: the one that was chosen on the command line, or
/// in the environment (CFENGINE_TEST_OVERRIDE_WORKDIR), or the one that Debian's package of the
/// reference uses, so that policy finds what it expects: /var/lib/cfengine3, ~/.cfagent for a user.
std::string work_directory_of(const std::string& chosen);

} // namespace vow::agent
