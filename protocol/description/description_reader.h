#pragma once

#include "protocol/description/description.h"

#include <string>
#include <variant>

namespace vow {

/// Reads the description that a module sent. A mistake drops only the member that is wrong, and is
/// listed in the description's mistakes; whether an attribute is secret is never lost by one.
/// Returns the fault of a description that cannot be used, in words that follow "its description ".
/// Unknown members are ignored.
std::variant<Description, std::string> description_from(const Data& data);

} // namespace vow
