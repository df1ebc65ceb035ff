#pragma once

#include "modules/files/file_promise.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Deletes the file, the link (not its target), or if promised the empty directory at `path`.
void keep_deleted(const Deletion& deletion, const std::string& path, Record& record);

} // namespace vow::modules
