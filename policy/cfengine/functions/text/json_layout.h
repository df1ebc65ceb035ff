#pragma once

#include "protocol/data/data.h"

#include <string>

namespace vow::cfengine {

/// JSON on one line with sorted keys, as format's %S prints it (semantics 7.2).
std::string compact_json(const Data& data);

/// JSON over several lines with sorted keys, two spaces a level, as storejson prints it.
std::string pretty_json(const Data& data);

} // namespace vow::cfengine
