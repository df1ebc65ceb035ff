#pragma once

#include "protocol/promise/promise.h"

#include <optional>

namespace vow::modules {

/// What an attribute says as data: data, a list of texts as an array, or the JSON that a text
/// holds. None: a text that holds none.
std::optional<Data> data_of(const AttributeValue& value);

} // namespace vow::modules
