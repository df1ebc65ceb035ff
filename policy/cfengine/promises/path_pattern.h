#pragma once

#include <string_view>
#include <vector>

/// Paths that are regular expressions. They are recognised as the reference does, so that ordinary
/// paths with dots and parentheses stay literal.
namespace vow::cfengine {

/// True if a text repeats something (`*`, `+`), has a class (`[a-z]`) or alternatives in a group
/// (`(a|b)`), and all its brackets match.
bool is_pattern(std::string_view text);

/// True if an absolute path is a pattern, and no class or group of it holds a slash.
bool is_path_pattern(std::string_view path);

/// The names between slashes, without empty ones.
std::vector<std::string_view> components_of(std::string_view path);

} // namespace vow::cfengine
