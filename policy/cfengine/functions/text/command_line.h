#pragma once

#include "protocol/system/command.h"

#include <string>
#include <string_view>

namespace vow::cfengine {

enum class Shell { none, used };

/// A command line as functions run it: handed to /bin/sh, or split into words. `input` is its
/// stdin. A process that it leaves in the background delays the function by ten seconds at most.
Command command_from(std::string_view line, Shell shell, std::string input = {});

} // namespace vow::cfengine
