#pragma once

#include "protocol/system/file_descriptor.h"

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

} // namespace vow
