#pragma once

#include "protocol/system/file_descriptor.h"

#include <string>
#include <vector>

namespace vow::harness {

/// Mounting for the sandbox. All functions throw std::runtime_error, with the kernel's reason.

/// Whether device files can be opened.
enum class Devices { usable, unusable };

/// Mounts a new file system.
void mount_new(
    const std::string& type,
    const std::string& target,
    const std::string& options,
    Devices devices = Devices::usable
);
/// Mounts a file or folder, with all mounts below it, at a second place.
void mount_also(const std::string& source, const std::string& target);
/// The same, but read-only.
void mount_read_only(const std::string& source, const std::string& target);
/// The same, but read-only, and devices cannot be opened.
void mount_unusable(const std::string& source, const std::string& target);
/// All mounts below a folder as they are now, read-only and mounted nowhere yet; and how to mount
/// them.
FileDescriptor copy_mounts(const std::string& folder);
void mount_copy(const FileDescriptor& copy, const std::string& target);
/// Stops mounts of this namespace from propagating to others.
void keep_mounts_private();

/// All mount points, outermost first, each once.
std::vector<std::string> mount_points();

/// True if a path is a folder or lies below it.
bool is_at_or_below(const std::string& path, const std::string& folder);

} // namespace vow::harness
