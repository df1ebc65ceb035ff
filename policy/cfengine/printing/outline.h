#pragma once

#include "policy/cfengine/program/program.h"
#include "policy/run/language.h"

#include <vector>

namespace vow::cfengine {

/// The bundles of a program and their promises, in the order of loading. Adds names of classes to
/// the program's.
std::vector<OutlinePart> outline_of(Program& program);

} // namespace vow::cfengine
