#pragma once

#include "modules/files/change_monitor.h"
#include "modules/files/file_promise.h"
#include "modules/files/named_file.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

#include <optional>

namespace vow::modules {

/// The receivers of the results of each file.
struct LeafReport {
    Record& record;
    Log& log;
    ChangeMonitor* monitor; ///< null unless changes are promised
};

/// Keeps the promise for one existing file, in this order: transform, or rename, delete, touch;
/// then permissions and the report of changes. `before` is its status where the promise has
/// replaced it since.
void keep_leaf(
    const FilePromise& file,
    const NamedFile& leaf,
    const std::optional<struct stat>& before,
    const LeafReport& report
);

/// The same for every selected file in the tree below the promised directory, contents before their
/// directory. Folders stay open on the way down, and are never looked up by path again.
void keep_tree(const FilePromise& file, const NamedFile& base, const LeafReport& report);

} // namespace vow::modules
