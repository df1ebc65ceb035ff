#pragma once

#include "modules/files/file_promise.h"
#include "protocol/promise/record.h"

#include <string>

struct stat;

namespace vow::modules {

/// Makes one file a copy of another, whose status (links not followed) is given.
void keep_file_copied(
    const FilePromise& file,
    const std::string& from,
    const struct stat& source,
    const std::string& to,
    Record& record
);

/// Gives an existing copy the promised permissions, and with `preserve` those of its source.
void keep_copied_permissions(
    const FilePromise& file, const struct stat& source, const std::string& to, Record& record
);

} // namespace vow::modules
