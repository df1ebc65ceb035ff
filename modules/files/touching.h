#pragma once

#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Sets the times of `path` to now, on every run.
void touch(const std::string& path, Record& record);

} // namespace vow::modules
