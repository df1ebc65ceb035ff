#pragma once

#include "protocol/promise/promise.h"

#include <optional>
#include <string_view>

namespace vow::cfengine {

/// What the module of a type of the language's own is told of an attribute: whole numbers in plain
/// digits, and of a body all but what documents it. None: it is a choice or a number in which a
/// reference still stands, and such a one counts as not promised.
std::optional<AttributeValue>
value_for_module(std::string_view type, std::string_view attribute, AttributeValue value);

} // namespace vow::cfengine
