#pragma once

#include "protocol/data/data.h"

#include <string_view>
#include <variant>

namespace vow::cfengine {

/// Reads YAML (a subset of documents: no anchors to themselves, no tags of its own). Plain scalars
/// are typed as the YAML core schema does.
std::variant<Data, DataError> parse_yaml(std::string_view text);

/// Reads a data literal: YAML when it begins with a `---` line, JSON otherwise (semantics 7.4).
std::variant<Data, DataError> parse_data_text(std::string_view text);

} // namespace vow::cfengine
