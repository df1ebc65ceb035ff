#pragma once

#include "protocol/system/acl.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/system/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>
#include <sys/types.h>

namespace vow {

/// An open folder, shared by all places in it.
using OpenFolder = std::shared_ptr<const FileDescriptor>;

/// An open regular file, and its status when it was opened.
struct OpenFile {
    FileDescriptor file;
    struct stat status;
};

/// A name in an open folder: where a file is, or can be made. A path that others can change may
/// lead elsewhere at each call; a place cannot. Every operation works on the open folder and never
/// follows a link at the name itself.
///
/// Opening a place follows a link on the way only if an unprivileged user cannot have planted it:
/// the link belongs to root or to the running user, or its owner and group are those of its target.
/// Any other link fails with ENOLINK, more than 40 links with ELOOP.
///
/// A place does not hold the file: between two calls another file may get the name. Operations
/// that depend on an earlier status() therefore take that status.
class Place {
public:
    Place(OpenFolder folder, std::string name)
        : folder_(std::move(folder)),
          name_(std::move(name)) {}

    /// Opens the folder of a path's last component. A relative path begins in the current folder.
    static SystemResult<Place> at(std::string_view path);

    const std::string& name() const { return name_; }
    const OpenFolder& folder() const { return folder_; }

    /// The target of a link at this place, under the rule above; the place itself if it is not a
    /// link. The target need not exist, unless the link belongs to another user.
    SystemResult<Place> resolved() const;
    /// Opens the folder at this place.
    SystemResult<OpenFolder> open_folder() const;
    /// Opens only the folder that `seen` describes: ESTALE if another has the name by now.
    SystemResult<OpenFolder> open_folder(const struct stat& seen) const;
    /// The place in the same folder whose name ends in `suffix` in addition.
    Place beside(std::string_view suffix) const { return {folder_, name_ + std::string(suffix)}; }

    /// The status of the entry itself; links are not followed.
    SystemResult<struct stat> status() const;
    /// The same of the target of a link, under the rule above.
    SystemResult<struct stat> target_status() const;
    SystemResult<std::string> link_target() const;
    bool is_dangling() const; ///< a link of any owner without a target

    enum class Access { read, write, read_write };
    /// Opens a regular file, never waiting for a fifo or device: for those it fails with EINVAL,
    /// for a folder with EISDIR, for a link with ELOOP.
    SystemResult<FileDescriptor> open_file(Access access) const;
    SystemResult<OpenFile> open_with_status(Access access) const;
    /// The same of the target of a link, under the rule above.
    SystemResult<OpenFile> open_target(Access access) const;

    enum class Writing { over, appended };
    /// Opens what programs write to, a fifo or device included, or creates a file with that mode.
    /// ELOOP for a link.
    SystemResult<FileDescriptor> open_output(Writing writing, mode_t mode) const;

    // Each returns 0, or the errno of the failed call.
    int unlink() const;
    int remove_folder() const; ///< an empty one
    /// Removes a file, a link, or a folder and everything in it. ENAMETOOLONG if it is nested so
    /// deep that no path leads there.
    int remove_tree() const;
    int rename_to(const Place& target) const;
    int make_folder(mode_t mode) const; ///< with that mode, whatever the umask
    int make_fifo(mode_t mode) const;   ///< with that mode, whatever the umask
    int make_link(const std::string& target) const;
    int make_hard_link(const Place& source) const;        ///< another name of the file at `source`
    int make_hard_link(const FileDescriptor& file) const; ///< another name of an open file
    int touch() const;                            ///< sets its times to now; links are not followed
    int set_modified(const timespec& time) const; ///< of a link, not of its target
    /// Change only the file that `seen` describes: ESTALE if another file has the name by now.
    /// ENOLINK for a link that an unprivileged user can have planted, if it would be followed with
    /// its new owner.
    int set_owner(uid_t owner, gid_t group, const struct stat& seen) const;
    int set_mode(mode_t mode, const struct stat& seen) const; ///< EOPNOTSUPP for a link
    int
    set_acl(AclKind kind, const Acl& acl, const struct stat& seen) const; ///< an empty one: none

    /// Reads the access control list of the file that `seen` describes. A file without one has the
    /// list of its mode, a folder without an inherited one an empty list.
    SystemResult<Acl> acl(AclKind kind, const struct stat& seen) const;

private:
    int remove_tree(int levels) const;
    SystemResult<FileDescriptor> pinned(const struct stat& seen) const;

    OpenFolder folder_;
    std::string name_;
};

/// The names in a folder except "." and "..", sorted.
SystemResult<std::vector<std::string>> names_in(const OpenFolder& folder);

/// Creates a folder and the missing ones above it, with that mode. Returns 0, or the errno of the
/// failed call.
int make_folders(std::string_view path, mode_t mode);

/// A link that is not followed because an unprivileged user can have planted it.
struct RefusedLink {
    std::string path; ///< has no links on the way
    uid_t owner;
};

/// Walks a path to its end, links included, and returns the first refused link: for messages about
/// ENOLINK. nullopt if no link is refused.
std::optional<RefusedLink> refused_link(std::string_view path);

} // namespace vow
