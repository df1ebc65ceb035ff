#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The folders of what is installed with this program: its own in a build folder, and
/// ../libexec/vow from there once installed. Throws std::runtime_error without /proc.
std::vector<std::filesystem::path> companion_folders();

/// The path of a file or folder in the first of them that has it; empty if none has.
std::string path_of_companion(std::string_view name);

} // namespace vow::agent
