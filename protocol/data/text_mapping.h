#pragma once

#include "protocol/data/data.h"

#include <functional>
#include <string>
#include <string_view>

namespace vow {

/// The data with every text and every key replaced by what `change` returns for it.
Data with_changed_texts(
    const Data& data, const std::function<std::string(std::string_view)>& change
);

/// The data with the members of every object in the order of their names.
Data with_sorted_members(const Data& data);

} // namespace vow
