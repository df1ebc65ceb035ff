#pragma once

#include "agent/command_line/options.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

// Replies to words of the command line that `vow` does not know, with the nearest one that it
// knows.

/// The leading words must name a command, and a command of that one. nullopt if they do. Without
/// any word the reply is the help.
std::optional<Reply>
reply_to_unknown_command(const CLI::App& vow, const std::vector<std::string>& words);

/// For the first word that was left over when `vow` had read the command line.
Reply reply_to_unexpected_word(const CLI::App& vow);

} // namespace vow::agent
