#pragma once

#include "agent/command_line/options.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// One option of `cf-agent` or `cf-promises`, and its effect.
struct ReferenceOption {
    enum class Argument { none, required, optional }; ///< in getopt's order

    const char* name;
    char letter; ///< 0 if there is only the long form
    Argument argument;
    const char* help;
    /// A reply ends the reading. Null for the option that prints the help.
    std::optional<Reply> (*apply)(Options& options, const std::string& value);
};

/// The options that a program takes, in the order of its help.
std::vector<ReferenceOption> reference_options_of(Personality personality);

/// Reads a command line of `cf-agent` or `cf-promises`: their options, long and short, combined and
/// abbreviated, as getopt takes them. `arguments` leaves out the program's name.
std::variant<Options, Reply>
reference_options_from(Personality personality, const std::vector<std::string>& arguments);

} // namespace vow::agent
