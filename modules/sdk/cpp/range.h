#pragma once

#include "protocol/promise/settings.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace vow::modules {

/// Whole numbers, or seconds since the epoch, from least to most.
struct Range {
    std::int64_t least, most;

    /// A list of two, or "least,most"; none when it is neither.
    bool holds(std::int64_t number) const { return least <= number && number <= most; }
    static std::optional<Range> from(const Settings& settings, std::string_view name);
};

} // namespace vow::modules
