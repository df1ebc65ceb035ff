#pragma once

#include "agent/personality/personality.h"
#include "policy/run/language.h"

namespace vow::agent {

/// The language a policy is written in. Never null.
std::unique_ptr<Language> language_of(const std::string& policy, Personality personality);

} // namespace vow::agent
