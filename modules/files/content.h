#pragma once

#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Makes the existing file at `path` hold exactly `content`.
void keep_content(const std::string& content, const std::string& path, Record& record);

/// Records that the file at `path` was created with `content`.
void record_first_content(const std::string& content, const std::string& path, Record& record);

} // namespace vow::modules
