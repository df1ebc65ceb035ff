#pragma once

#include "protocol/data/json_layout.h"

namespace vow::cfengine {

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
