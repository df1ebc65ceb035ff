#pragma once

#include "protocol/client/limits.h"

#include <string>
#include <string_view>
#include <variant>

namespace vow::agent {

/// What is wrong with a limit, in words for whoever typed it.
struct LimitError {
    std::string message;
};

/// `limits` with one of them changed as "PHASE=SECONDS" says; seconds may be a fraction.
std::variant<client::Limits, LimitError>
with_limit(const client::Limits& limits, std::string_view text);

} // namespace vow::agent
