#pragma once

#include "modules/files/file_promise.h"
#include "protocol/promise/record.h"

#include <string>

struct stat;

namespace vow::modules {

/// Has one file be a copy of another, whose status (of a link: its own) is given.
void keep_file_copied(
    const FilePromise& file,
    const std::string& from,
    const struct stat& source,
    const std::string& to,
    Record& record
);

/// Gives a copy, which is there, the promised permissions, and with `preserve` those of its source.
void keep_copied_permissions(
    const FilePromise& file, const struct stat& source, const std::string& to, Record& record
);

} // namespace vow::modules
