#pragma once

#include <string>
#include <string_view>

namespace vow::modules {

/// Adds ".service" to a name without a suffix: "nginx" is "nginx.service".
std::string full_unit_name(std::string_view name);

/// True for templates: "getty@", "getty@.service".
bool is_template(std::string_view name);

} // namespace vow::modules
