#pragma once

#include "protocol/promise/promise.h"

#include <optional>

namespace vow::modules {

/// An attribute as data: data unchanged, a list of texts as an array, a text parsed as JSON.
/// nullopt if the text is not JSON.
std::optional<Data> data_of(const AttributeValue& value);

} // namespace vow::modules
