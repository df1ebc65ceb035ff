#pragma once

#include "protocol/data/value.h"

#include <string>
#include <vector>

/// Values in the form of data.
namespace vow {

Data array_of(const std::vector<std::string>& texts);
Data data_of(const PlainValue& value);

} // namespace vow
