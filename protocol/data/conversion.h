#pragma once

#include "protocol/data/data.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// An array of texts.
Data array_of(const std::vector<std::string>& texts);
/// A text as a string, a list of texts as an array; data stays as it is.
Data data_of(const PlainValue& value);
/// A text as it is, anything else as JSON.
std::string text_of(const PlainValue& value);
/// Scalars as texts, lists of scalars as lists of texts, all else as data.
PlainValue plain_value(const Data& data);

/// The data with every text and every key replaced by what `change` returns for it.
Data with_changed_texts(
    const Data& data, const std::function<std::string(std::string_view)>& change
);

/// The data with the members of every object in the order of their names.
Data with_sorted_members(const Data& data);

} // namespace vow
