#pragma once

#include "policy/otterscript/statements/operation_run.h"

#include <optional>

namespace vow::otterscript {

/// The `perms` body of an operation with FileMode, ReadOnly, Owner or Group; nullopt if nothing is
/// promised of them.
std::optional<Data> permissions(const OperationRun& run);

/// Whether anything is at a path of the machine in context, links not followed.
bool is_there(OperationRun& run, const std::string& path);

} // namespace vow::otterscript
