#pragma once

#include <string>
#include <vector>

namespace vow::harness {

/// Mounting, for the sandbox. Each of these throws std::runtime_error, with the kernel's reason,
/// when it cannot be done.

/// A file system of its own.
void mount_new(const std::string& type, const std::string& target, const std::string& options);
/// What is at `source`, file or folder, with all that is mounted below it.
void mount_also(const std::string& source, const std::string& target);
/// The same, but nothing can be written to it there.
void mount_read_only(const std::string& source, const std::string& target);
/// From now on nothing that is mounted here is mounted elsewhere, too.
void keep_mounts_private();

/// Where something is mounted, outermost first.
std::vector<std::string> mount_points();

/// Whether a path is a folder or stands below it.
bool is_at_or_below(const std::string& path, const std::string& folder);

} // namespace vow::harness
