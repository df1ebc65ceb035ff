#pragma once

#include "modules/files/file_promise.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

namespace vow::modules {

/// Has the promised path be a copy of the source of its `copy_from` body: a file, or a directory
/// with what is in it, as deep as `depth_search` says.
void keep_copied(const FilePromise& file, Record& record, const Log& log);

} // namespace vow::modules
