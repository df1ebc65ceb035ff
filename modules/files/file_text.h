#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// All bytes of a file; nullopt if it cannot be read, with the error in errno.
std::optional<std::string> read_file(const std::string& path);

/// The target of a path with all links followed; nullopt if it has none, with the error in errno.
std::optional<std::string> real_path(const std::string& path);

/// Replaces the content of the file at `path` atomically: readers get the old text or the new one.
/// Owner, group, mode and extended attributes stay. A link stays a link: its target is replaced,
/// unless an unprivileged user can have planted the link (Place). `path` must name a plain file.
/// Returns 0, or an errno and then nothing has changed.
int replace_file(const std::string& path, std::string_view content);

/// Creates a file that has its content and mode as soon as it has its name. Fails with EEXIST if
/// the name is taken, even by a dangling link.
int create_file(const std::string& path, std::string_view content, unsigned mode);

/// Replaces the file at `path`, or creates it with that mode if it does not exist.
int write_file(const std::string& path, std::string_view content, unsigned mode);

/// Copies bytes, mode and (if permitted) owner of a plain file to a new or existing one. Returns 0,
/// or an errno and then there is no new file.
int copy_file(const std::string& from, const std::string& to);

} // namespace vow::modules
