#pragma once

#include "protocol/system/acl.h"

#include <optional>
#include <string>

namespace vow {

// The rules of access lists (acl(5)), as libacl has them.

/// Sets the mask to what withholds nothing from any user or group.
void calculate_mask(Acl& acl);

/// Why the system would not take a list.
struct AclFault {
    int index; ///< of the entry
    std::string reason;
};

std::optional<AclFault> fault_of(const Acl& acl);

} // namespace vow
