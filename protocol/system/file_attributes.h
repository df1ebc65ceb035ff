#pragma once

#include "protocol/system/file_descriptor.h"

namespace vow {

// Each returns 0, or the errno of the failed call.

/// Copies the extended attributes: ACL, security label, capabilities, and those that users added.
/// Leaves out those that the kernel derives from the content.
int copy_extended_attributes(const FileDescriptor& from, const FileDescriptor& to);

/// Removes the ACL that a new file may have inherited from its folder.
int remove_acl(const FileDescriptor& file);

} // namespace vow
