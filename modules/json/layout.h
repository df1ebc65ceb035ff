#pragma once

#include "protocol/data/data.h"

#include <string>

namespace vow::modules {

/// JSON on several lines for a file: members in order, four spaces per level, and a line end.
std::string file_text_of(const Data& data);

} // namespace vow::modules
