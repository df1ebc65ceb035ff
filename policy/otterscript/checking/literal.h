#pragma once

#include "policy/otterscript/syntax/tree.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::otterscript {

/// nullopt if the text is known only when the plan runs.
std::optional<std::string> literal_text(const Expression& expression);

/// The scalars that an operation sets by the names in an argument, as far as those are literal: in
/// lower case, without signs.
std::vector<std::string> named_outputs(const Action& action);

} // namespace vow::otterscript
