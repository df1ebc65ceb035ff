#pragma once

#include "policy/cfengine/promises/promise_round.h"

namespace vow::cfengine {

/// Completes the attributes of a files promise by those that `body agent control` sets for all.
void complete_file_attributes(PromiseRound& round, Attributes& attributes);

/// The same for a promise of an edit bundle.
void complete_edit_attributes(PromiseRound& round, Attributes& attributes);

} // namespace vow::cfengine
