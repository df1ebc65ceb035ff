#pragma once

#include "protocol/data/data.h"

#include <string_view>
#include <variant>

namespace vow::cfengine {

/// Reads YAML as data.
std::variant<Data, DataError> parse_yaml_data(std::string_view text);

/// Parses a data literal: YAML if it begins with a `---` line, otherwise JSON (semantics 7.4).
std::variant<Data, DataError> parse_data_text(std::string_view text);

} // namespace vow::cfengine
