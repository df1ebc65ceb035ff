#pragma once

#include <cstdint>
#include <string_view>

namespace vow::cfengine {

/// Jenkins's one-at-a-time hash. The reference chooses time slots and shuffles by it, so a host
/// keeps its results when the agent changes.
std::uint32_t one_at_a_time(std::string_view text);

} // namespace vow::cfengine
