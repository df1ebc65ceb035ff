#pragma once

#include "protocol/promise/description.h"
#include "protocol/promise/promise.h"

namespace vow::modules {

/// Attributes of the promise, and the defaults of those that are described and not promised.
Attributes with_defaults(const Promise& promise, const PromiseTypeDescription& described);

} // namespace vow::modules
