#pragma once

#include "modules/files/file_promise.h"
#include "protocol/promise/record.h"

#include <string>
#include <string_view>

namespace vow::modules {

// Each answers whether what it makes is there now; what went wrong, or would have to be done, has
// been said otherwise.

/// Makes the promised file, directory or fifo, which is not there, with the parents it needs.
bool create(const FilePromise& file, Record& record);

/// Makes the directories above `path` that are missing, and if there were any says `done`. Under a
/// dry run it warns of each and answers true, so that what follows is told too.
bool make_parents(const std::string& path, std::string_view done, Record& record);

/// Makes a directory and those above it.
bool make_directory_tree(const std::string& path, Record& record);

/// Makes one directory, whose mode is what is given whatever the umask. False: errno says why.
bool make_directory(const std::string& path, std::uint32_t mode = 0700);

} // namespace vow::modules
