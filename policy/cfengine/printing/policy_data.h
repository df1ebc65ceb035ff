#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "protocol/data/data.h"

#include <span>

namespace vow::cfengine {

/// Policy files as data, in the reference's form of `cf-promises -p json`: bundles and bodies, the
/// line of each, promises and attributes in groups of equal guards. Nothing is expanded; quotes in
/// texts are escaped as for the reference.
Data policy_data(std::span<const ast::File> files);

} // namespace vow::cfengine
