#pragma once

#include "policy/cfengine/program/program.h"
#include "policy/cfengine/syntax/ast.h"

#include <set>
#include <string>

namespace vow::cfengine {

/// The file that the run was started with is the entry: only its `__main__` bundle becomes `main`.
enum class FileRole { entry, input };

/// Adds the definitions of a checked file to the program.
void compile(const ast::File& file, FileRole role, Program& program);

} // namespace vow::cfengine
