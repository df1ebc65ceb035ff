#pragma once

#include "policy/cfengine/program/program.h"

namespace vow::cfengine {

/// Bodies of the namespace `bodydefault` named after a promise type and an attribute
/// (`files_action`) are what promises of that type get that do not promise the attribute.
void add_default_bodies(Program& program);

} // namespace vow::cfengine
