#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// All bytes of a file; none when it cannot be read, errno says why.
std::optional<std::string> read_file(const std::string& path);

/// Where a path leads when all its links are followed; none when nowhere, errno says why.
std::optional<std::string> real_path(const std::string& path);

/// Puts `content` in place of what the file at `path` holds, at once: who reads it sees the old
/// text or the new one. Owner, group and mode stay; a link is followed and stays a link. What is at
/// `path` must be a plain file. Answers 0, or the errno of what failed, and then nothing has
/// changed.
int replace_file(const std::string& path, std::string_view content);

/// The same; where nothing is, there is a new file with that mode, at once as well.
int write_file(const std::string& path, std::string_view content, unsigned mode);

/// Copies the bytes, mode and (if permitted) owner of a plain file to a new one, or over an old
/// one. Answers 0, or the errno of what failed; then there is no new file.
int copy_file(const std::string& from, const std::string& to);

} // namespace vow::modules
