#pragma once

#include "modules/files/file_promise.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Keeps the promise for one existing file, in this order: transform, or rename, delete, touch;
/// then permissions.
void keep_leaf(const FilePromise& file, const std::string& path, Record& record, const Log& log);

/// The same for every selected file in the tree below the promised directory, contents before their
/// directory.
void keep_tree(const FilePromise& file, Record& record, const Log& log);

} // namespace vow::modules
