#pragma once

#include "modules/files/file_promise.h"
#include "modules/files/named_file.h"
#include "modules/files/sources.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vow::modules {

/// Source and target of a copy. Borrows.
struct CopyJob {
    const CopySource& how;
    const NamedFile& from; ///< not a link
    const struct stat& source;
    const NamedFile& to;
    std::uint32_t mode;         ///< of the copy, unless the source's is preserved
    const struct stat* present; ///< of the replaced file; null if there is none
    const FileAccess& access;   ///< promised in addition
    const FilePromise& promise;
    Log& log;
};

/// Copies the bytes of a file, and puts the copy in place when it is complete; a replaced file is
/// backed up. Returns whether the copy is in place; errors are recorded.
bool install_copy(const CopyJob& job, Record& record);

/// The copies of a run, as far as later promises need them.
class CopyHistory {
public:
    /// Whether a copy was made, or found up to date, that is made once a run.
    bool has(const std::string& copy) const { return once_.contains(copy); }
    void add(const std::string& copy) { once_.insert(copy); }

    /// A class of the promise that is being kept.
    void define(std::string name) { classes_.push_back(std::move(name)); }
    std::vector<std::string> take_classes() { return std::exchange(classes_, {}); }

private:
    std::set<std::string> once_;
    std::vector<std::string> classes_;
};

/// Makes one file a copy of another, whose status (links not followed) is given.
void keep_file_copied(
    const FilePromise& file,
    const NamedFile& from,
    const struct stat& source,
    const NamedFile& to,
    CopyHistory& history,
    Record& record,
    Log& log
);

/// The promised permissions of a copy: with `preserve`, those of its source.
Permissions copied_permissions(const FilePromise& file, const struct stat& source);

/// Makes the promised path a copy of the source of its `copy_from` body: a file, or a directory and
/// its content, as deep as `depth_search` allows.
void keep_copied(const FilePromise& file, CopyHistory& history, Record& record, Log& log);

} // namespace vow::modules
