#pragma once

#include "protocol/harness/request.h"

#include <string>

namespace vow::harness {

/// The shell command that sends one promise to a module, for a user to copy.
std::string command_for(const std::string& module, const SentPromise& promise);

} // namespace vow::harness
