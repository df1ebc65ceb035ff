#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/change.h"

#include <optional>
#include <vector>

namespace vow {

/// Changes as JSON, in the form of the wire and of reports.
Data data_from(const std::vector<Change>& changes);

/// nullopt if it is not an object with 'object' or the text 'what'. Without the latter, the change
/// gets words made of the other members; of one without `action`, the first word of `what` may name
/// it, as modules sent it before there were actions.
std::optional<Change> change_from(const Data& data);

} // namespace vow
