#pragma once

#include "policy/cfengine/syntax/ast.h"

#include <string>

namespace vow::cfengine::ast {

/// The tree in brackets, for tests. Texts are in quotes (no escapes), names and references bare:
/// (bundle agent main (x y) (vars ("a" -> "b" if linux (string "c") (slist {"d" (f "e")}))))
std::string text_of(const File& file);
std::string text_of(const Expression& expression);

} // namespace vow::cfengine::ast
