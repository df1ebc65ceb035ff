#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The tags that variables of `sys` and hard classes have: `inventory` with the name under which a
/// report shows them, `time_based`, the fact that they are derived from.
namespace vow::cfengine {

/// `name` is without indices.
std::vector<std::string> tags_of_sys_variable(std::string_view name);

std::vector<std::string> tags_of_hard_class(std::string_view name);

} // namespace vow::cfengine
