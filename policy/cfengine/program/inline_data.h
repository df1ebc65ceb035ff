#pragma once

#include "policy/cfengine/program/surroundings.h"

#include <optional>
#include <string_view>
#include <variant>

namespace vow::cfengine {

/// A list, container or array by name; nullopt for scalars and unknown names.
std::optional<Data> named_data(std::string_view name, Surroundings& around);

/// Parses JSON in an argument. In the place of a value, a bare name is a variable of any type:
/// {"users": users, "first": "x"} (semantics 7.7).
std::variant<Data, DataError> inline_data(std::string_view text, Surroundings& around);

/// The data with the references in its texts and keys expanded.
Data expanded(const Data& data, Surroundings& around);

} // namespace vow::cfengine
