#pragma once

#include "protocol/data/data.h"

#include <cstddef>
#include <optional>
#include <string>

namespace vow {

/// The layout of JSON that json_text() does not write: several lines, or sorted members.
struct JsonLayout {
    enum class Members { in_order, sorted };
    enum class Reals { as_written, four_decimals };
    enum class EmptyObjects { one_line, two_lines };

    std::optional<std::size_t> indent = {}; ///< blanks per level; nullopt: everything on one line
    Members members = Members::in_order;
    Reals reals = Reals::as_written;
    EmptyObjects empty_objects = EmptyObjects::one_line; ///< two_lines: only with an indent
};

/// Without a newline at the end.
std::string laid_out(const Data& data, const JsonLayout& layout);

} // namespace vow
