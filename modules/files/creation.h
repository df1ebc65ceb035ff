#pragma once

#include "modules/files/file_promise.h"
#include "protocol/promise/record.h"

namespace vow::modules {

enum class Creation { done, not_done };

/// Makes the promised file, directory or fifo, which is not there, with the parents it needs.
Creation create(const FilePromise& file, Record& record);

/// Makes the directories above `path` that are missing.
Creation create_parents(const FilePromise& file, const std::string& path, Record& record);

} // namespace vow::modules
