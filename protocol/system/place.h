#pragma once

#include "protocol/system/file_descriptor.h"
#include "protocol/system/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>
#include <sys/types.h>

namespace vow {

/// An open folder, shared by all places in it.
using OpenFolder = std::shared_ptr<const FileDescriptor>;

/// A name in an open folder: where a file is, or can be made. A path that others can change may
/// lead elsewhere at each call; a place cannot. Every operation works on the open folder and never
/// follows a link at the name itself.
///
/// Opening a place follows a link on the way only if an unprivileged user cannot have planted it:
/// the link belongs to root or to the running user, or its owner and group are those of its target.
/// Any other link fails with EACCES, more than 40 links with ELOOP.
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

    /// The status of the entry itself; links are not followed.
    SystemResult<struct stat> status() const;
    SystemResult<std::string> link_target() const;

    enum class Access { read, write };
    /// Opens a regular file, never waiting for a fifo or device: for those it fails with EINVAL,
    /// for a folder with EISDIR, for a link with ELOOP.
    SystemResult<FileDescriptor> open_file(Access access) const;

    // Each returns 0, or the errno of the failed call.
    int unlink() const;
    int remove_folder() const; ///< an empty one
    int rename_to(const Place& target) const;
    int make_folder(mode_t mode) const; ///< with that mode, whatever the umask
    int make_link(const std::string& target) const;
    /// Change only the file that `seen` describes: ESTALE if another file has the name by now.
    int set_owner(uid_t owner, gid_t group, const struct stat& seen) const;
    int set_mode(mode_t mode, const struct stat& seen) const; ///< EOPNOTSUPP for a link

private:
    SystemResult<FileDescriptor> pinned(const struct stat& seen) const;

    OpenFolder folder_;
    std::string name_;
};

/// The names in a folder except "." and "..", sorted.
SystemResult<std::vector<std::string>> names_in(const OpenFolder& folder);

} // namespace vow
