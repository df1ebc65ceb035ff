#pragma once

#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// True if `path` is an executable plain file that is not writable by everyone. Otherwise records
/// an error with the reason.
bool may_execute(const std::string& path, Record& record);

enum class ProgramUse { execute, read };

/// Why a program, or a script that another program reads, cannot be used: an errno; 0 if it can.
int program_error(const std::string& path, ProgramUse use);

} // namespace vow::modules
