#pragma once

#include "modules/files/file_promise.h"
#include "modules/files/named_file.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

#include <optional>

namespace vow::modules {

/// Keeps the promise for one existing file, in this order: transform, or rename, delete, touch;
/// then permissions. `before` is its status where the promise has replaced it since.
void keep_leaf(
    const FilePromise& file,
    const NamedFile& leaf,
    const std::optional<struct stat>& before,
    Record& record,
    const Log& log
);

/// The same for every selected file in the tree below the promised directory, contents before their
/// directory. Folders stay open on the way down, and are never looked up by path again.
void keep_tree(const FilePromise& file, const NamedFile& base, Record& record, const Log& log);

} // namespace vow::modules
