#pragma once

#include <string>
#include <string_view>

namespace vow::modules {

/// The last part of a path: "c" of "/a/b/c".
std::string_view leaf_of(std::string_view path);
/// What holds it: "/a/b" of "/a/b/c"; "/" for anything directly under it.
std::string parent_of(std::string_view path);
/// `name` in `directory`; an absolute name stays as it is.
std::string joined(std::string_view directory, std::string_view name);
/// Without ".", ".." and double slashes. Links are not looked at.
std::string normal(std::string_view path);

/// What backups with a time stamp add to a name: "_1795236063_Sat_Nov_21_04_41_03_2026".
std::string time_stamp_suffix();

/// A command in which $(this.promiser), which comes unexpanded, means the file at `path`.
std::string with_this_promiser(std::string command, const std::string& path);

} // namespace vow::modules
