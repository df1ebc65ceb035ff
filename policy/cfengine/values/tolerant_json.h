#pragma once

#include "protocol/data/data.h"

#include <functional>
#include <optional>
#include <string_view>
#include <variant>

namespace vow::cfengine {

/// Returns the value of a bare name in JSON; nullopt if the name is unknown, so that the text is
/// not JSON.
using NameLookup = std::function<std::optional<Data>(std::string_view name)>;

/// Parses JSON as the language accepts it: strict JSON, commas before a closing bracket, missing
/// commas and colons, keys without quotes, line breaks and tabs in strings, a backslash that is not
/// an escape (it stays), in the place of a value, names that `look_up` knows, and any text after a
/// container.
std::variant<Data, DataError>
parse_tolerant_json(std::string_view text, const NameLookup& look_up = {});

} // namespace vow::cfengine
