#pragma once

#include "modules/files/file_promise.h"
#include "modules/files/named_file.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

#include <optional>

#include <sys/stat.h>

namespace vow::modules {

// Errors, and warnings of a dry run, are in the record.

/// Creates the promised file, directory or fifo and its missing parents. `named` is its place, if
/// there is a folder. Returns the status of the new object, for a file as it was before the
/// promised owner and group were set; nullopt if the object does not exist.
std::optional<struct stat>
create(const FilePromise& file, const NamedFile& named, Record& record, Log& log);

} // namespace vow::modules
