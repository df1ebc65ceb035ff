#pragma once

#include "agent/command_line/command_help.h"

#include <string>
#include <string_view>

namespace vow::agent {

/// The manual page of `vow` in roff: its commands, files and environment.
std::string manual_page(const CommandHelp& vow);

/// The page of one of its commands, with the commands that this has.
std::string manual_page(const CommandHelp& vow, const CommandHelp& command);

} // namespace vow::agent
