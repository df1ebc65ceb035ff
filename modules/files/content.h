#pragma once

#include "modules/files/named_file.h"
#include "modules/sdk/cpp/file_text.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Makes a regular file that exists hold exactly `content`. New content is installed with `access`.
void keep_content(
    const std::string& content, const NamedFile& file, const FileAccess& access, Record& record
);

/// Records that the file at `path` was created with `content`.
void record_first_content(const std::string& content, const std::string& path, Record& record);

} // namespace vow::modules
