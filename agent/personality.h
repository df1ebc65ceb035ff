#pragma once

#include <string_view>

namespace vow::agent {

/// The program to act as, according to the name it is called by: as `cf-agent` and `cf-promises` it
/// takes those programs' options, and produces their output and exit statuses. They print neither
/// a summary nor a live line.
enum class Personality { vow, cf_agent, cf_promises };

/// `program` is argv[0].
Personality personality_of(std::string_view program);

} // namespace vow::agent
