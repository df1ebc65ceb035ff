#pragma once

#include "policy/cfengine/program/program.h"

#include <string_view>

namespace vow::cfengine {

/// Ends the evaluation when references made an attribute a word that is none of those it takes.
/// What stands in the policy as it is, was checked at load. `type` is that of a body or a promise;
/// of one that the language does not know, any word is right. Throws FatalError.
void check_choice(
    std::string_view type, const AttributeStatement& attribute, std::string_view word
);

} // namespace vow::cfengine
