#pragma once

#include "policy/cfengine/program/program.h"

#include <string_view>
#include <vector>

namespace vow::cfengine {

/// Whether a promise type is the language's own, in any type of bundle.
bool is_built_in(std::string_view promise_type);

/// Whether an attribute of built-in promise types takes a body.
bool is_body_attribute(std::string_view attribute);

/// Puts the sections of a bundle in the order they are evaluated in, whatever order they were
/// written in: normal order, then custom types by first appearance (semantics 1.1, 1.6, 1.8).
void in_normal_order(std::string_view bundle_type, std::vector<Section>& sections);

} // namespace vow::cfengine
