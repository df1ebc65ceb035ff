#pragma once

#include "policy/cfengine/expansion/expander.h"

#include <functional>

namespace vow::cfengine {

/// Calls `each` once for every combination of elements of the lists and containers that a promise's
/// references name: the first one is the outermost loop, the last varies fastest, and a name that
/// depends on an outer element (`$(list_$(name))`) is looked up again for each. It stores no
/// product of the lists. An empty list yields no rounds (semantics 4).
void for_each_round(Expander& expander, const std::function<void()>& each);

} // namespace vow::cfengine
