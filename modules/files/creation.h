#pragma once

#include "modules/files/file_promise.h"
#include "modules/files/named_file.h"
#include "protocol/promise/record.h"

#include <string>
#include <string_view>

namespace vow::modules {

// All of these return whether the object exists afterwards; errors, and warnings of a dry run, are
// in the record.

/// Creates the promised file, directory or fifo and its missing parents. `named` is its place, if
/// there is a folder.
bool create(const FilePromise& file, const NamedFile& named, Record& record);

/// Creates the missing directories above `path`, and logs `done` if there were any. In a dry run it
/// warns of each and returns true, so that the following steps are reported too.
bool make_parents(const std::string& path, std::string_view done, Record& record);

/// Creates a directory and its missing parents.
bool make_directory_tree(const std::string& path, Record& record);

} // namespace vow::modules
