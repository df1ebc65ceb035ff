#pragma once

#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Whether `path` is a file that may be run: there, a plain file, executable, and not writable by
/// everyone. When not, an error says why.
bool may_execute(const std::string& path, Record& record);

} // namespace vow::modules
