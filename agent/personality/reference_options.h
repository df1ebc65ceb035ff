#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// Reads a command line of `cf-agent` or `cf-promises`: their options, long and short, combined and
/// abbreviated, as getopt takes them. `arguments` leaves out the program's name.
std::variant<Options, Reply>
reference_options_from(Personality personality, const std::vector<std::string>& arguments);

} // namespace vow::agent
