#pragma once

#include "protocol/data/value.h"

#include <string>
#include <vector>

namespace vow {

/// An array of texts.
Data array_of(const std::vector<std::string>& texts);
/// A text as a string, a list of texts as an array; data stays as it is.
Data data_of(const PlainValue& value);
/// Scalars as texts, lists of scalars as lists of texts, all else as data.
PlainValue plain_value(const Data& data);

} // namespace vow
