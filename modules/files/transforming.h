#pragma once

#include "modules/files/file_promise.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Runs the promised `transformer`, in which $(this.promiser) is the file at `path`.
void transform(const FilePromise& file, const std::string& path, Record& record, const Log& log);

} // namespace vow::modules
