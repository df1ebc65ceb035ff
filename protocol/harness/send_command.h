#pragma once

#include "protocol/harness/request.h"

#include <string>

namespace vow::harness {

/// The shell command that sends one promise to a module, for a user to copy.
std::string command_for(const std::string& module, const SentPromise& promise);

/// A word for a shell: in single quotes if it needs them.
std::string shell_word(const std::string& text);

} // namespace vow::harness
