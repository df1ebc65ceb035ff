#pragma once

#include "modules/files/copied_file.h"
#include "modules/files/file_promise.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

namespace vow::modules {

/// Makes the promised path a copy of the source of its `copy_from` body: a file, or a directory and
/// its content, as deep as `depth_search` allows.
void keep_copied(const FilePromise& file, CopyHistory& history, Record& record, Log& log);

} // namespace vow::modules
