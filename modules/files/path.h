#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// The last component of a path: "c" of "/a/b/c".
std::string_view leaf_of(std::string_view path);
/// The directory of a path: "/a/b" of "/a/b/c"; "/" for entries of the root.
std::string parent_of(std::string_view path);
/// `name` in `directory`; an absolute name stays unchanged.
std::string joined(std::string_view directory, std::string_view name);
/// Removes ".", ".." and double slashes, textually.
std::string normal(std::string_view path);

/// True if the path is too long for a system call. A recursive promise ends there: the owner of a
/// tree can nest it so deep that its paths take all memory.
bool is_too_deep(std::string_view folder);
/// The error of such a folder; names its beginning.
std::string deep_folder(std::string_view folder);

/// The suffix of backups with a time stamp: "_1795236063_Sat_Nov_21_04_41_03_2026".
std::string time_stamp_suffix();

/// Replaces $(this.promiser), which modules receive unexpanded, by `path`.
std::string with_this_promiser(std::string command, const std::string& path);
/// The program and arguments of such a command. The path is part of one word, whatever blanks and
/// quotes it has: other users may have chosen it.
std::vector<std::string> words_with_promiser(const std::string& command, const std::string& path);

} // namespace vow::modules
