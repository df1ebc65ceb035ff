#include "agent/personality/work_directory.h"

#include "agent/command_line/arguments.h"
#include "protocol/system/accounts.h"

#include <cstdlib>

#include <unistd.h>

namespace vow::agent {

namespace {

/// Never a folder that others can write, as /tmp is.
std::string home_of_user() {
    if (const auto user = find_user(::geteuid())) return user->home;
    const char* home = std::getenv("HOME");
    return home != nullptr ? home : "/nonexistent";
}

} // namespace

std::string work_directory_of(const std::string& chosen, Personality personality) {
    if (!chosen.empty()) return chosen;
    if (const char* overridden = std::getenv("CFENGINE_TEST_OVERRIDE_WORKDIR"))
        return personality == Personality::vow ? absolute_path(overridden) : overridden;
    const bool is_root = ::getuid() == 0;
    if (personality == Personality::vow)
        return is_root ? "/var/lib/vow" : home_of_user() + "/.local/state/vow";
    return is_root ? "/var/lib/cfengine3" : home_of_user() + "/.cfagent";
}

} // namespace vow::agent
