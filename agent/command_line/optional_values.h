#pragma once

#include "agent/command_line/options.h"

#include <string>
#include <vector>

namespace CLI {

class App;

} // namespace CLI

namespace vow::agent {

// The options of a run whose value may be left out.

/// --wait [SECONDS]: for another run in the same work folder.
void add_wait(CLI::App& run, Options& options);

/// -j, --jobs [NUMBER]: how many promises overlap.
void add_jobs(CLI::App& run, Options& options);

/// CLI11 would take the word after such an option, even if it is the policy: gives those a value
/// that have none.
void complete_values(std::vector<std::string>& arguments);

} // namespace vow::agent
