#pragma once

#include "policy/run/facts.h"

#include <string>
#include <string_view>
#include <vector>

/// The tags that variables of `sys` and hard classes have: `inventory` with the name under which a
/// report shows them, `time_based`, the fact that they are derived from.
namespace vow::cfengine {

/// `name` is without indices.
std::vector<std::string> tags_of_sys_variable(std::string_view name);

/// Some classes are known by the facts that they are derived from.
std::vector<std::string> tags_of_hard_class(std::string_view name, Facts& facts);

/// Whether cf-agent 3.21 defines the variable of `sys`; the others are newer. The order in which it
/// walks its variables depends on their number.
bool is_in_reference_version(std::string_view name);

} // namespace vow::cfengine
