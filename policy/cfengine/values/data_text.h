#pragma once

#include "protocol/data/data.h"

#include <string_view>
#include <variant>

namespace vow::cfengine {

/// Parses YAML. Plain scalars are typed as in the YAML core schema. Recursive anchors and custom
/// tags are not supported.
std::variant<Data, DataError> parse_yaml(std::string_view text);

/// Parses a data literal: YAML if it begins with a `---` line, otherwise JSON (semantics 7.4).
std::variant<Data, DataError> parse_data_text(std::string_view text);

} // namespace vow::cfengine
