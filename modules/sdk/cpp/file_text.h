#pragma once

#include "protocol/system/replacement.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

// Reads and writes files in folders that other users may own. Links are followed under the rule of
// Place. Only regular files are opened, so that no call waits for a fifo.

/// The reason why a path cannot be used, for the end of a message. `error` is an errno. For ENOLINK
/// the message names the refused link and how to mend it.
std::string path_error(std::string_view path, int error);

/// Opens a regular file for reading, links followed.
SystemResult<FileDescriptor> open_regular_file(std::string_view path);

/// Owner, group and mode of new content, set before others can read it. Those unset stay.
struct FileAccess {
    std::optional<uid_t> owner = {};
    std::optional<gid_t> group = {};
    std::optional<mode_t> mode = {};
};

/// A regular file and its text at one point in time.
struct FileRevision {
    FileDescriptor file;
    struct stat status;
    std::string text;

    /// Fails with ELOOP for a link.
    static SystemResult<FileRevision> read(const Place& place);
};

// Each returns 0, or the errno of the failed call, and then nothing has changed.

/// Creates a file that has its content and access as soon as it has its name. Fails with EEXIST if
/// the name is taken, even by a dangling link.
int create_file(const Place& place, std::string_view content, const FileAccess& access);
/// The same with a file that has no name yet.
int commit_new(Replacement& fresh, std::string_view content, const FileAccess& access);
/// Replaces the content of a file atomically: readers get the old text or the new one. Fails with
/// ESTALE if the file is no longer the given revision. Keeps owner, mode, ACL and attributes that
/// `access` does not set. A file that cannot be renamed over, a mount point for example, is
/// overwritten.
int replace_file(
    const Place& place,
    const FileRevision& revision,
    std::string_view content,
    const FileAccess& access
);
/// Sets the access of an open file. Only root must be able to set the owner.
int restrict_access(const FileDescriptor& file, const FileAccess& access);

/// Copies bytes, owner, mode, ACL and attributes of an open file to a replacement for `place`,
/// which the caller commits.
SystemResult<Replacement> copied_for(const Place& place, const FileDescriptor& from);
/// Replaces the file at a place, if any, by such a copy.
int copy_file(const FileDescriptor& from, const Place& to);
/// Appends the bytes of an open file from its current position. Its holes stay holes.
int copy_bytes(const FileDescriptor& from, Replacement& to);

/// The text of a file for reading and later writing, links followed. A change that another program
/// makes in between is not overwritten.
class TextFile {
public:
    /// Neither the file nor its folder need exist.
    static SystemResult<TextFile> open(std::string_view path);

    /// Null if there is no file.
    const std::string* text() const { return revision_ ? &revision_->text : nullptr; }
    /// Replaces the text and keeps owner, mode and attributes, or creates the file with `mode`.
    /// Returns 0 or an errno; ESTALE or EEXIST if the file has changed since open().
    int write(std::string_view content, mode_t mode) const {
        return write(content, FileAccess{.mode = mode});
    }
    /// The same, with the owner, group and mode of a file that is created.
    int write(std::string_view content, const FileAccess& access_of_new) const;

private:
    std::optional<Place> place_ = {}; ///< unset if the folder does not exist
    std::optional<FileRevision> revision_ = {};
};

} // namespace vow::modules
