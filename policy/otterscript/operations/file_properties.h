#pragma once

#include "policy/otterscript/statements/operation_run.h"

#include <optional>

namespace vow::otterscript {

/// The `perms` body of an operation with FileMode, ReadOnly, Attributes, Owner or Group; nullopt if
/// nothing is promised of them.
std::optional<Data> permissions(const OperationRun& run);

/// Seconds since the epoch, from a property like `2024-05-06T07:08:09`: a date, or a date and a
/// time, in UTC unless an offset follows.
std::int64_t time_in(const OperationRun& run, std::string_view property);

/// Whether anything is at a path of the machine in context, links not followed.
bool is_there(OperationRun& run, const std::string& path);

} // namespace vow::otterscript
