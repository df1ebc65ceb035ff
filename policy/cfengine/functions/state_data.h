#pragma once

#include "policy/cfengine/program/surroundings.h"

#include <string_view>

namespace vow::cfengine {

/// All classes and variables: {"classes": {name: true}, "vars": {bundle: {name: value}}}, bundles
/// of other namespaces as ns:bundle. Templates are rendered with it by default.
Data state_data(Surroundings& around);

/// The variables of one bundle, as an object.
Data bundle_data(std::string_view bundle, Surroundings& around);

} // namespace vow::cfengine
