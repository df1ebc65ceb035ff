#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/promise.h"

#include <string>
#include <variant>

namespace vow::modules {

/// The promised value, from exactly one of the attributes `object`, `array`, `string`, `number` and
/// `primitive`; or the fault, as a sentence.
std::variant<Data, std::string> promised_value(const Attributes& attributes);

} // namespace vow::modules
