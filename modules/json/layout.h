#pragma once

#include "protocol/data/data.h"

#include <string>

namespace vow::modules {

/// JSON over several lines for a file: members in their order, four spaces a level, and a line end.
std::string file_text_of(const Data& data);

} // namespace vow::modules
