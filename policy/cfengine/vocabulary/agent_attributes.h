#pragma once

#include <string_view>

namespace vow::cfengine {

/// Whether the agent keeps an attribute to itself (module protocol, section 3): guards, and all
/// that decides about classes. A module of a custom type never gets one.
bool is_kept_by_agent(std::string_view attribute);

} // namespace vow::cfengine
