#pragma once

#include <cstdint>
#include <string_view>

namespace vow::cfengine {

/// Jenkins's one-at-a-time hash: the reference draws time slots and shuffles with it, so that a
/// host keeps its own when the agent changes.
std::uint32_t one_at_a_time(std::string_view text);

} // namespace vow::cfengine
