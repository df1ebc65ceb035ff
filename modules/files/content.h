#pragma once

#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Has the file at `path`, which is there, hold exactly `content`.
void keep_content(const std::string& content, const std::string& path, Record& record);

} // namespace vow::modules
