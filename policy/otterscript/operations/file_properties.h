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

/// The text of a file of the machine in context. A link that an unprivileged user can have planted
/// ends the operation.
std::string read_text(OperationRun& run, const std::string& path);

/// Writes a text that came from the machine: it may be secret, so that it is not logged.
void write_text(OperationRun& run, const std::string& path, const std::string& text);

} // namespace vow::otterscript
