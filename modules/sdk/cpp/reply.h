#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/outcome.h"

#include <string_view>

namespace vow::modules {

/// Replies as a module writes them, in the JSON variant.

/// A reply that is only a result.
Data reply_of(std::string_view operation, std::string_view result);

/// The reply to evaluate_promise. Some verdicts share a result, as the protocol has fewer.
Data reply_of(const Outcome& outcome);

} // namespace vow::modules
