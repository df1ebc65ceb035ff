#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// All bytes of a file; nullopt if it cannot be read, with the error in errno.
std::optional<std::string> read_file(const std::string& path);

/// The target of a path with all links followed; nullopt if it has none, with the error in errno.
std::optional<std::string> real_path(const std::string& path);

/// Puts `content` in place of what the file at `path` holds, at once: a reader gets the old text or
/// the new one. Owner, group, mode and extended attributes stay; a link is followed, unless an
/// unprivileged user can have planted it (Place), and stays a link. `path` must name a plain file.
/// Returns 0, or the errno of what failed, and then nothing has changed.
int replace_file(const std::string& path, std::string_view content);

/// Makes a file that has its content and its mode as soon as it has its name. Fails with EEXIST
/// where anything is, a link that leads nowhere included.
int create_file(const std::string& path, std::string_view content, unsigned mode);

/// Replaces the file at `path`, or makes it with that mode where nothing is.
int write_file(const std::string& path, std::string_view content, unsigned mode);

/// Copies bytes, mode and (if permitted) owner of a plain file to a new or existing one. Returns 0,
/// or an errno and then there is no new file.
int copy_file(const std::string& from, const std::string& to);

} // namespace vow::modules
