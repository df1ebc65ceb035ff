#pragma once

#include "policy/run/language.h"

namespace vow::agent {

/// The language a policy is written in, by the end of its file's name; null when none has it.
std::unique_ptr<Language> language_of(const std::string& policy);

} // namespace vow::agent
