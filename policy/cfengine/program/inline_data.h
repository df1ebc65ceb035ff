#pragma once

#include "policy/cfengine/program/surroundings.h"

#include <optional>
#include <string_view>
#include <variant>

namespace vow::cfengine {

/// A list, container or array by its name; none for scalars and unknown names.
std::optional<Data> named_data(std::string_view name, Surroundings& around);

/// JSON as it may stand in an argument: where a value is expected, a bare name means a variable of
/// any type: {"users": users, "first": "x"} (semantics 7.7).
std::variant<Data, DataError> inline_data(std::string_view text, Surroundings& around);

} // namespace vow::cfengine
