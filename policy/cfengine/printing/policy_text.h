#pragma once

#include "policy/cfengine/syntax/ast.h"

#include <span>
#include <string>

namespace vow::cfengine {

/// Policy files as policy text in one layout: first the custom promise types, then bundles, then
/// bodies, each in written order. Macros are resolved and comments dropped. The result parses to
/// the same policy.
std::string policy_text(std::span<const ast::File> files);

} // namespace vow::cfengine
