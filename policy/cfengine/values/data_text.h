#pragma once

#include "protocol/data/data.h"
#include "protocol/data/json_layout.h"

#include <functional>
#include <optional>
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
