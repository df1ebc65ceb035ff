#pragma once

#include "protocol/description/secrets.h"

#include <string>
#include <string_view>

namespace vow::wire {

/// A line of a conversation, of either side and variant, as a record may hold it: a mask for each
/// secret attribute, which replies repeat, and for each secret value elsewhere.
std::string masked_line(std::string_view line, const Secrets& secrets);

} // namespace vow::wire
