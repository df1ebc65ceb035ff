#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/promise.h"

#include <string>
#include <string_view>

namespace vow::modules {

/// A request as a module reads it, in the JSON variant.

/// The text of a member; empty when it is missing.
std::string text_at(const Data& request, std::string_view name);

/// The least severe level that the agent wants to receive.
LogLevel level_of(const Data& request);

/// The promise in a request. `type` must outlive it.
Promise promise_from(const Data& request, const PromiseType& type);

} // namespace vow::modules
