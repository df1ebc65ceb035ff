#pragma once

#include "agent/command_line/command_help.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::agent {

/// The script with which a shell ("bash", "zsh" or "fish") completes commands, options and words
/// of `vow`; nullopt for another shell.
std::optional<std::string> completion_script(std::string_view shell, const CommandHelp& vow);

} // namespace vow::agent
