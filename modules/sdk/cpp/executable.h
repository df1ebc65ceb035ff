#pragma once

#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// True if `path` is an executable plain file that is not writable by everyone. Otherwise records
/// an error with the reason.
bool may_execute(const std::string& path, Record& record);

} // namespace vow::modules
