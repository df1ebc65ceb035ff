#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/change.h"

#include <optional>
#include <vector>

namespace vow {

/// Changes as JSON, the way they are on the wire and in reports.
Data data_from(const std::vector<Change>& changes);

/// nullopt if it is not an object with the text 'what'.
std::optional<Change> change_from(const Data& data);

} // namespace vow
