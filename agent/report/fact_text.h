#pragma once

#include "policy/run/facts.h"
#include "protocol/data/plain_data.h"

#include <string>

namespace vow::agent {

/// A text as it is, anything else as JSON.
std::string text_of(const Fact& fact);

} // namespace vow::agent
