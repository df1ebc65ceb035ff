#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/outcome.h"

#include <string_view>

namespace vow::modules {

/// Replies as a module writes them, in the JSON variant.

/// One that is a result and no more.
Data reply_of(std::string_view operation, std::string_view result);

/// The one to evaluate_promise: the protocol knows fewer results than there are verdicts.
Data reply_of(const Outcome& outcome);

} // namespace vow::modules
