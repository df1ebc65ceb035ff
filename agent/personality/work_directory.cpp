#include "agent/personality/work_directory.h"

#include <cstdlib>

#include <unistd.h>

namespace vow::agent {

std::string work_directory_of(const std::string& chosen) {
    if (!chosen.empty()) return chosen;
    if (const char* overridden = std::getenv("CFENGINE_TEST_OVERRIDE_WORKDIR")) return overridden;
    if (::getuid() == 0) return "/var/lib/cfengine3";
    const char* home = std::getenv("HOME");
    return std::string(home != nullptr ? home : "/tmp") + "/.cfagent";
}

} // namespace vow::agent
