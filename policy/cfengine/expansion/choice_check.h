#pragma once

#include "policy/cfengine/program/program.h"

#include <string_view>

namespace vow::cfengine {

/// Ends the run when references expanded to a word that the attribute does not accept; literal
/// words were checked when the policy was loaded. `type` is the body or promise type; the
/// attributes of types that the language does not define accept any word. Throws FatalError.
void check_choice(
    std::string_view type, const AttributeStatement& attribute, std::string_view word
);

} // namespace vow::cfengine
