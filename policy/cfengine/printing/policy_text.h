#pragma once

#include "policy/cfengine/syntax/ast.h"

#include <span>
#include <string>

namespace vow::cfengine {

/// Policy files as policy text in the layout of the reference: first the custom promise types, then
/// bundles, then bodies, each in written order. Macros are resolved and comments dropped. Unlike
/// the reference's, the result parses to the same policy: it holds promisees, empty lists and
/// namespaces.
std::string policy_text(std::span<const ast::File> files);

} // namespace vow::cfengine
