#pragma once

#include "protocol/system/file_descriptor.h"

namespace vow {

// Each returns 0, or the errno of what failed.

/// Gives `to` the extended attributes of `from`: its ACL, its security label, its capabilities and
/// what users added. Those that the kernel derives from the content stay out.
int copy_extended_attributes(const FileDescriptor& from, const FileDescriptor& to);

/// Removes the ACL that a new file may have got from its folder.
int remove_acl(const FileDescriptor& file);

} // namespace vow
