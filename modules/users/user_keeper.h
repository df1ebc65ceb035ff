#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

namespace vow::modules {

/// Keeps a valid `users` promise with the machine's tools.
void keep_user(const Promise& promise, Record& record, Log& log);

} // namespace vow::modules
