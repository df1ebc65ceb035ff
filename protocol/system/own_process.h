#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace vow {

/// The file of this program, as it was at the first call: the kernel may name another path when the
/// root folder or the mounts of the process have changed since. Empty without /proc.
const std::filesystem::path& own_program();

/// Our environment, changed: "NAME=value" sets a variable, "NAME" removes it. Of several changes of
/// one variable the last counts.
std::vector<std::string> environment_with(const std::vector<std::string>& changes);

/// The same for a program that vow starts for its own work: without the variables that make
/// interpreters, the linker and git load or run further code.
std::vector<std::string> isolated_environment(const std::vector<std::string>& changes);

/// The changes that make an environment a user's: HOME, USER and LOGNAME. A user without an account
/// has no name.
std::vector<std::string> account_variables(std::uint32_t uid);

/// Gives the pages back to the kernel that this process has of its program and libraries and has
/// not changed. It begins with most of them and waits with few, which the kernel brings back from
/// its cache when they are used.
void give_back_unused_pages();

} // namespace vow
