#pragma once

#include "protocol/description/secrets.h"

#include <string>
#include <string_view>

namespace vow::wire {

/// A line of a conversation, of either side and variant, for a record: each secret attribute (also
/// in replies, which repeat them) and each secret value elsewhere is masked.
std::string masked_line(std::string_view line, const Secrets& secrets);

} // namespace vow::wire
