#pragma once

#include "policy/cfengine/promises/promise_round.h"

#include <string_view>
#include <vector>

/// Paths that are regular expressions. They are recognised as the reference does, so that ordinary
/// paths with dots and parentheses stay literal.

namespace vow::cfengine {

/// A file that a pattern names.
struct PromisedPath {
    std::string path;
    List groups; ///< of the whole pattern's match
};

/// The files that the promiser of a `files` promise names when it is a pattern, each component of
/// which is matched with the names in its folder. Nullopt if it is a literal path. A
/// promise that creates files makes one with the name of a pattern that matches nothing, as in the
/// reference.
std::optional<std::vector<PromisedPath>> promised_paths(PromiseRound& round);

/// True if a text repeats something (`*`, `+`), has a class (`[a-z]`) or alternatives in a group
/// (`(a|b)`), and all its brackets match.
bool is_pattern(std::string_view text);

/// True if an absolute path is a pattern, and no class or group of it holds a slash.
bool is_path_pattern(std::string_view path);

/// The names between slashes, without empty ones.
std::vector<std::string_view> components_of(std::string_view path);

} // namespace vow::cfengine
