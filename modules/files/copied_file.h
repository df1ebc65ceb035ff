#pragma once

#include "modules/files/copy_history.h"
#include "modules/files/file_promise.h"
#include "modules/files/named_file.h"
#include "protocol/promise/record.h"

namespace vow::modules {

/// Makes one file a copy of another, whose status (links not followed) is given.
void keep_file_copied(
    const FilePromise& file,
    const NamedFile& from,
    const struct stat& source,
    const NamedFile& to,
    CopyHistory& history,
    Record& record,
    const Log& log
);

/// The promised permissions of a copy: with `preserve`, those of its source.
Permissions copied_permissions(const FilePromise& file, const struct stat& source);

} // namespace vow::modules
