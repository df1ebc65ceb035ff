#pragma once

#include "protocol/system/place.h"

namespace vow {

/// The flag of a file system by which not even root changes, renames or deletes a file or folder
/// (`chattr +i`).
enum class Immutable { no, yes };

/// Of the file or folder at a place; links are not followed. ENOTTY or EOPNOTSUPP if the file
/// system has no such flag.
SystemResult<Immutable> immutable_flag(const Place& place);

/// Returns 0, or the errno of the failed call.
int set_immutable_flag(const Place& place, Immutable value);

} // namespace vow
