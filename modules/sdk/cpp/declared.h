#pragma once

#include "protocol/description/description.h"
#include "protocol/promise/promise.h"

#include <optional>

namespace vow::modules {

/// The attributes of a promise with the defaults of those that are described but not promised, also
/// in bodies. nullopt if nothing is to be added.
std::optional<Attributes>
with_defaults(const Attributes& attributes, const PromiseTypeDescription& described);

} // namespace vow::modules
