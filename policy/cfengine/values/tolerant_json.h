#pragma once

#include "protocol/data/data.h"

#include <functional>
#include <optional>
#include <string_view>
#include <variant>

namespace vow::cfengine {

/// What a bare name in JSON means; none: nothing, so the text is no JSON.
using NameLookup = std::function<std::optional<Data>(std::string_view name)>;

/// Reads JSON as the language takes it: strict JSON, and beyond it commas before a closing bracket,
/// missing commas and colons, keys without quotes, line breaks and tabs in strings, a backslash
/// that escapes nothing (it stays), and, where a value is expected, names that `look_up` knows.
std::variant<Data, DataError>
parse_tolerant_json(std::string_view text, const NameLookup& look_up = {});

} // namespace vow::cfengine
