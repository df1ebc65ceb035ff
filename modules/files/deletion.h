#pragma once

#include "modules/files/file_promise.h"
#include "modules/files/named_file.h"
#include "protocol/promise/record.h"

namespace vow::modules {

/// Deletes the file, the link (not its target), or if promised the empty directory.
void keep_deleted(const Deletion& deletion, const NamedFile& file, Record& record);

} // namespace vow::modules
