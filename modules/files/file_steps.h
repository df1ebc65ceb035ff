#pragma once

#include "modules/files/change_monitor.h"
#include "modules/files/file_promise.h"
#include "modules/files/named_file.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// Deletes the file, the link (not its target), or if promised the empty directory.
void keep_deleted(const Deletion& deletion, const NamedFile& file, Record& record);

/// Sets the times of a file, links followed, to now, on every run.
void touch(const NamedFile& file, Record& record);

/// Sets the time of the last modification, in seconds since the epoch, if it is another one. Links
/// are followed.
void keep_modified(std::int64_t seconds, const NamedFile& file, Record& record);

/// Runs the promised `transformer`, in which $(this.promiser) is the file at `path`.
void transform(const FilePromise& file, const std::string& path, Record& record, const Log& log);

/// Whether the promised `validate` accepts the content that the file at `path` is to get. Records
/// the objection.
bool is_valid(
    const FilePromise& file,
    std::string_view content,
    const std::string& path,
    Record& record,
    Log& log
);

/// Makes a regular file that exists hold exactly the promised content. New content is installed
/// with `access`.
void keep_content(
    const FilePromise& promise,
    const NamedFile& file,
    const FileAccess& access,
    Record& record,
    Log& log
);

/// Records that the file at `path` was created with `content`.
void record_first_content(const std::string& content, const std::string& path, Record& record);

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
