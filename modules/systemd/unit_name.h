#pragma once

#include <string>
#include <string_view>

namespace vow::modules {

/// Matches unit names with or without a suffix, but nothing that leaves a folder or looks like an
/// option.
inline constexpr std::string_view unit_name_pattern =
    R"([A-Za-z0-9:_\\@][A-Za-z0-9:_.\\@-]{0,240})";

/// True if unit_name_pattern matches the whole name.
bool is_unit_name(std::string_view name);

/// Adds ".service" to a name without a suffix: "nginx" is "nginx.service".
std::string full_unit_name(std::string_view name);

/// True for templates: "getty@", "getty@.service".
bool is_template(std::string_view name);

} // namespace vow::modules
