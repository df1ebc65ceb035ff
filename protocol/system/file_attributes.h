#pragma once

#include "protocol/system/file_descriptor.h"
#include "protocol/system/place.h"

namespace vow {

// Each returns 0, or the errno of the failed call.

/// Whether a copy may leave out an attribute that cannot be copied, or fails instead.
enum class AttributeLoss { refused, accepted };

/// Copies the extended attributes: ACL, security label, capabilities, and those that users added.
/// Leaves out those that the kernel derives from the content.
int copy_extended_attributes(
    const FileDescriptor& from, const FileDescriptor& to, AttributeLoss loss
);

/// Removes the ACL that a new file may have inherited from its folder.
int remove_acl(const FileDescriptor& file);

/// The flag of a file system by which not even root changes, renames or deletes a file or folder
/// (`chattr +i`).
enum class Immutable { no, yes };

/// Of the file or folder at a place; links are not followed. ENOTTY or EOPNOTSUPP if the file
/// system has no such flag.
SystemResult<Immutable> immutable_flag(const Place& place);

/// Returns 0, or the errno of the failed call.
int set_immutable_flag(const Place& place, Immutable value);

} // namespace vow
