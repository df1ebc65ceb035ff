#pragma once

#include "protocol/promise/settings.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace vow::modules {

/// Whole numbers, or seconds since the epoch, from least to most.
struct Range {
    std::int64_t least, most;

    /// Parses a list of two numbers, or "least,most"; nullopt if it is neither.
    bool holds(std::int64_t number) const { return least <= number && number <= most; }
    static std::optional<Range> from(const Settings& settings, std::string_view name);
};

} // namespace vow::modules
