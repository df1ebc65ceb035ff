#pragma once

#include "policy/cfengine/editing/edit.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace vow::cfengine {

/// The lines a `select_region` body selects: [begin, end). The line of the start delimiter is the
/// first of them, that of the end delimiter follows them. Without such a body, all lines.
struct Region {
    std::size_t begin;
    std::size_t end;
    bool has_start_delimiter = false;
    bool has_end_delimiter = false;
    bool start_included = false; ///< the body says so
    bool end_included = false;

    /// With the end delimiter where the body includes it.
    std::size_t end_for_insertion() const;
    /// Without the start delimiter unless the body includes it.
    std::size_t begin_for_deletion() const;
};

/// None when the delimiters are not there, or are no patterns: that has been said then, with
/// `operation` ("line insertion") naming what was to be done in the region.
std::optional<Region> select_region(Edit& edit, std::string_view operation);

} // namespace vow::cfengine
