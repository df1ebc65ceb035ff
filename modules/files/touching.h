#pragma once

#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Sets the times of what is at `path` to now, each time anew.
void touch(const std::string& path, Record& record);

} // namespace vow::modules
