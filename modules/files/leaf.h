#pragma once

#include "modules/files/file_promise.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// What a promise asks of each file that is there, in this order: transformed, or renamed, deleted,
/// touched; then permissions.
void keep_leaf(const FilePromise& file, const std::string& path, Record& record, const Log& log);

/// The same for every selected file in the tree below the promised directory, contents before the
/// directory that holds them.
void keep_tree(const FilePromise& file, Record& record, const Log& log);

} // namespace vow::modules
