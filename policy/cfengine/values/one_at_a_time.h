#pragma once

#include <cstdint>
#include <string_view>

namespace vow::cfengine {

/// Jenkins's one-at-a-time hash, of a text that is added in parts. The reference orders its tables,
/// chooses time slots and shuffles by it, so a host keeps its results when the agent changes.
class OneAtATime {
public:
    OneAtATime& add(std::string_view part);
    std::uint32_t value() const;

private:
    std::uint32_t state_ = 0;
};

std::uint32_t one_at_a_time(std::string_view text);

} // namespace vow::cfengine
