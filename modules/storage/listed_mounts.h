#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

namespace vow::modules {

/// Mounts the file systems of the host's table that are not mounted, by the program mount. Which
/// these are is known only when they are mounted, so nothing is done where nothing may change.
void mount_listed(Record& record, Log& log);

} // namespace vow::modules
