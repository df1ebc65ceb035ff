#pragma once

#include <optional>
#include <string_view>

namespace vow::agent {

/// Which program this one is taken for, by the name it is called with: as `cf-agent` and
/// `cf-promises` it takes those programs' options, says what they say in the form they say it, and
/// exits as they do. No summary and no live line then.
enum class Personality { vow, cf_agent, cf_promises };

/// `program` is argv[0].
Personality personality_of(std::string_view program);

} // namespace vow::agent
