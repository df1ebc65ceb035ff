#pragma once

#include "modules/files/named_file.h"
#include "protocol/promise/record.h"

namespace vow::modules {

/// Sets the times of a file, links followed, to now, on every run.
void touch(const NamedFile& file, Record& record);

/// Sets the time of the last modification, in seconds since the epoch, if it is another one. Links
/// are followed.
void keep_modified(std::int64_t seconds, const NamedFile& file, Record& record);

} // namespace vow::modules
