#pragma once

#include "protocol/system/place.h"

#include <string>

namespace vow::agent {

/// The place of a file for output that the command line names. Links on the way and at the end are
/// followed under the rule of Place, so that no other user can lead the output to another file.
SystemResult<Place> output_place(const std::string& path);

/// True for the names of devices and open files, as /dev/stderr, which no place has.
bool is_device_path(const std::string& path);
SystemResult<FileDescriptor> open_device(const std::string& path);

/// A file that an option of the command line names; "-" for standard output. Throws UsageError when
/// it cannot be opened.
FileDescriptor open_output_file(const std::string& option, const std::string& path);

/// The reason for an errno of these.
std::string output_problem(int error);

} // namespace vow::agent
