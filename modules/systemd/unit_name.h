#pragma once

#include <string>
#include <string_view>

namespace vow::modules {

/// What the name of a unit looks like, with its ending or without; and nothing that leads out of a
/// folder or could be an option.
inline constexpr std::string_view unit_name_pattern =
    R"([A-Za-z0-9:_\\@][A-Za-z0-9:_.\\@-]{0,240})";

bool is_unit_name(std::string_view name);

/// A name without the ending of a kind of unit is that of a service: "nginx" is "nginx.service".
std::string full_unit_name(std::string_view name);

/// Of units by any name: "getty@", "getty@.service".
bool is_template(std::string_view name);

} // namespace vow::modules
