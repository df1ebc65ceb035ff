#pragma once

#include <string_view>

namespace vow::cfengine {

/// True for attributes that are not sent to modules of custom types (module protocol, section 3):
/// guards, and all that decide about classes.
bool is_kept_by_agent(std::string_view attribute);

} // namespace vow::cfengine
