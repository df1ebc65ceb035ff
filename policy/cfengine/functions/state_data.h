#pragma once

#include "policy/cfengine/program/surroundings.h"

#include <string_view>

namespace vow::cfengine {

/// All that is known: {"classes": {name: true}, "vars": {bundle: {name: value}}}, bundles of other
/// namespaces as ns:bundle. It is what templates are rendered with when no data is given.
Data state_data(Surroundings& around);

/// The variables of one bundle; an empty object when there are none.
Data bundle_data(std::string_view bundle, Surroundings& around);

} // namespace vow::cfengine
