#pragma once

#include "modules/files/file_promise.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Deletes what is at `path`: a file, a link (not what it leads to), or, where the promise says so,
/// an empty directory.
void keep_deleted(const Deletion& deletion, const std::string& path, Record& record);

} // namespace vow::modules
