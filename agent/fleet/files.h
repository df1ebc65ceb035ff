#pragma once

#include <string>
#include <string_view>

#include <sys/types.h>

namespace vow::agent {

// Small files of a fleet: settings, keys, credentials. All throw UsageError, which names the path.

/// The users that may read a file.
enum class Readers { all, owner };

/// Creates a folder and the missing ones above it.
void make_fleet_folder(const std::string& path, Readers readers);
/// Writes a whole file, atomically and durably.
void write_fleet_file(const std::string& path, std::string_view bytes, Readers readers);
/// Whether the file, or the folder, is there. A path that this user has no rights to is a fault.
bool is_fleet_file(const std::string& path);
std::string read_fleet_file(const std::string& path);
/// Refuses a file that others can read or that belongs to another user.
std::string read_secret_fleet_file(const std::string& path);
void remove_fleet_file(const std::string& path);
/// With all that is in it. A folder that does not exist is removed.
void remove_fleet_folder(const std::string& path);

} // namespace vow::agent
