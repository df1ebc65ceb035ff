#pragma once

#include "protocol/data/data.h"

#include <cstddef>
#include <optional>
#include <string>

namespace vow {

/// How JSON is laid out where json_text() does not serve: over several lines, or with its members
/// sorted.
struct JsonLayout {
    enum class Members { in_order, sorted };
    enum class Reals { as_written, four_decimals };

    std::optional<std::size_t> indent = {}; ///< blanks a level; nullopt: everything on one line
    Members members = Members::in_order;
    Reals reals = Reals::as_written;
};

/// Without a newline at the end.
std::string laid_out(const Data& data, const JsonLayout& layout);

} // namespace vow
