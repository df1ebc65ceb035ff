#pragma once

#include "policy/cfengine/program/program.h"
#include "policy/run/language.h"

#include <vector>

namespace vow::cfengine {

/// The bundles of a program and their promises, in the order of loading.
std::vector<OutlinePart> outline_of(const Program& program);

} // namespace vow::cfengine
