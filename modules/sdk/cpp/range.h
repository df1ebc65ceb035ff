#pragma once

#include "protocol/promise/settings.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace vow::modules {

/// The integers, or seconds since the epoch, from least to most; both ends belong to it.
struct Range {
    std::int64_t least, most;

    bool contains(std::int64_t number) const { return least <= number && number <= most; }
    /// Parses a list of two numbers, or "least,most"; nullopt if it is neither.
    static std::optional<Range> from(const Settings& settings, std::string_view name);
};

} // namespace vow::modules
