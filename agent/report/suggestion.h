#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The end of a message about an unknown name: "did you mean 'run'?" or, without a similar name,
/// "expected one of: run, plan".
std::string suggestion_for(std::string_view name, const std::vector<std::string_view>& known);

} // namespace vow::agent
