#pragma once

#include "protocol/data/data.h"
#include "protocol/data/json_layout.h"

#include <string_view>
#include <variant>

namespace vow::cfengine {

/// Reads YAML as data.
std::variant<Data, DataError> parse_yaml_data(std::string_view text);

/// Parses a data literal: YAML if it begins with a `---` line, otherwise JSON (semantics 7.4).
std::variant<Data, DataError> parse_data_text(std::string_view text);

/// JSON on one line with sorted keys, as format's %S prints it (semantics 7.2).
inline std::string compact_json(const Data& data) {
    return laid_out(
        data, {.members = JsonLayout::Members::sorted, .reals = JsonLayout::Reals::four_decimals}
    );
}

/// JSON over several lines with sorted keys, two spaces per level, as storejson prints it: an empty
/// object takes two lines.
inline std::string pretty_json(const Data& data) {
    return laid_out(
        data,
        {.indent = 2,
         .members = JsonLayout::Members::sorted,
         .reals = JsonLayout::Reals::four_decimals,
         .empty_objects = JsonLayout::EmptyObjects::two_lines}
    );
}

} // namespace vow::cfengine
