#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/promise.h"

#include <string>
#include <string_view>

namespace vow::modules {

/// A request as a module reads it, in the JSON variant.

/// The text of a member; empty when there is none.
std::string text_at(const Data& request, std::string_view name);

/// The least grave level that the asker wants to see.
LogLevel level_of(const Data& request);

/// What a request asks to be kept. `type` lives as long as the promise.
Promise promise_from(const Data& request, const PromiseType& type);

} // namespace vow::modules
