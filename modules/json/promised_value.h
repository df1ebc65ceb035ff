#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/promise.h"

#include <string>
#include <variant>

namespace vow::modules {

/// The value that one of the attributes `object`, `array`, `string`, `number` and `primitive`
/// promises, of which there is exactly one; or what is wrong with it, in a sentence.
std::variant<Data, std::string> promised_value(const Attributes& attributes);

} // namespace vow::modules
