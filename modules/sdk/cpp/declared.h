#pragma once

#include "protocol/description/description.h"
#include "protocol/promise/promise.h"

#include <optional>

namespace vow::modules {

/// The attributes of a promise with the defaults of those that are described but not promised, also
/// in bodies. nullopt if nothing is to be added.
std::optional<Attributes>
with_defaults(const Attributes& attributes, const PromiseTypeDescription& described);

/// An attribute as data: data unchanged, a list of texts as an array, a text parsed as JSON.
/// nullopt if the text is not JSON.
std::optional<Data> data_of(const AttributeValue& value);

} // namespace vow::modules
