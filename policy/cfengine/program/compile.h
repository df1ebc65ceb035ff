#pragma once

#include "policy/cfengine/program/program.h"
#include "policy/cfengine/syntax/ast.h"

#include <set>
#include <string>

namespace vow::cfengine {

/// Adds what a checked file defines to the program. `entry` says that it is the file the run was
/// started with: only its `__main__` bundle becomes `main`.
enum class FileRole { entry, input };

void compile(const ast::File& file, FileRole role, Program& program);

} // namespace vow::cfengine
