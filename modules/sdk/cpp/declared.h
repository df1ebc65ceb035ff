#pragma once

#include "protocol/description/description.h"
#include "protocol/promise/promise.h"

#include <optional>

namespace vow::modules {

/// Attributes of a promise, and the defaults of those that are described and not promised, those of
/// the bodies that are promised too; none: there is nothing to add.
std::optional<Attributes>
with_defaults(const Attributes& attributes, const PromiseTypeDescription& described);

} // namespace vow::modules
