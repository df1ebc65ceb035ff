#pragma once

#include "policy/cfengine/program/surroundings.h"

namespace vow::cfengine {

/// The data with the references in its texts and keys expanded.
Data expanded(const Data& data, Surroundings& around);

} // namespace vow::cfengine
