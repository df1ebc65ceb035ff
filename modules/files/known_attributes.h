#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/promise/promise.h"

namespace vow::modules {

/// Whether this module knows what to do with every attribute of a promise and of its bodies. When
/// not, errors name those that it does not know: nothing is ever silently ignored.
bool attributes_are_known(const Promise& promise, Log& log);

} // namespace vow::modules
