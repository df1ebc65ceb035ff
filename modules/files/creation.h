#pragma once

#include "modules/files/file_promise.h"
#include "modules/files/named_file.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/promise.h"
#include "protocol/promise/record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/stat.h>

namespace vow::modules {

// Errors, and warnings of a dry run, are in the record.

/// Creates the missing directories above `path`, and logs `done` if there were any. In a dry run it
/// warns of each and returns true, so that the following steps are reported too. Returns whether
/// they exist.
bool make_parents(const std::string& path, std::string_view done, Record& record);

/// Creates a directory and its missing parents. Returns whether it exists.
bool make_directory_tree(const std::string& path, std::uint32_t mode, Record& record);

/// `directory_mode` of a promise: of the directories that it creates on the way, and of those for
/// which it has no mode.
std::uint32_t mode_of_new_directory(const Promise& promise);

// Errors, and warnings of a dry run, are in the record.

/// Creates the promised file, directory or fifo and its missing parents. `named` is its place, if
/// there is a folder. Returns the status of the new object, for a file as it was before the
/// promised owner and group were set, under the reference's name for a directory as before the
/// promised mode was; nullopt if the object does not exist.
std::optional<struct stat>
create(const FilePromise& file, const NamedFile& named, Record& record, Log& log);

} // namespace vow::modules
