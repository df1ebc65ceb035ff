#pragma once

#include "protocol/harness/conversation.h"

#include <string>
#include <vector>

namespace vow {
class Secrets;
} // namespace vow

namespace vow::harness {

/// Why a module does not answer any more: how it exited, or how long it has been silent, and the
/// last lines of its standard error output, in which the secrets are hidden (null: there are none).
std::vector<std::string> cause_of_silence(Conversation& conversation, const Secrets* secrets);

} // namespace vow::harness
