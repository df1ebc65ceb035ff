#pragma once

#include "policy/source/diagnostic.h"

#include <string>

namespace vow::agent {

/// The mistakes of a policy as a person reads them: at most 100, errors before warnings if there
/// are more, and a last line that counts the others.
std::string text_of_mistakes(const Diagnostics& diagnostics);

} // namespace vow::agent
